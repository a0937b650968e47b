import { createFeatures } from "../features/index.ts";
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
