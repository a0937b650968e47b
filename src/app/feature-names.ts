import { createFeatures } from "../features/index.ts";
import { UserError } from "../lib/user-error.ts";
import { createFiles } from "../workspace/files.ts";
import { createShell } from "../workspace/shell.ts";
import { createProject } from "./create-project.ts";

/** Names of all features, in the list's order: what can be left out. Nothing is read, written or started. */
export function featureNames(): readonly string[] {
  const project = createProject(
    createFiles({ root: "/", storeDir: "/" }),
    createShell({ root: "/", outDir: "/", variables: {} }),
  );
  return createFeatures(project, { yolo: false, allow: [] }).map((feature) => feature.name);
}

/** An unknown name among the features to leave out is a mistake of the person (`UserError`), told before anything is begun. */
export function assertFeatureNames(without: readonly string[]): void {
  const names = featureNames();
  const unknown = without.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  throw new UserError({
    code: "unknown-feature",
    message: `There is no feature ${unknown.map((name) => `"${name}"`).join(", ")} to leave out.`,
    hint: `Features: ${names.join(", ")}`,
    exitCode: 2,
  });
}
