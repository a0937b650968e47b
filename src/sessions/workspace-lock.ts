import { join } from "node:path";
import { UserError } from "../lib/user-error.ts";
import { takeLock } from "../locks/take-lock.ts";
import { sessionsFolder } from "./session-store.ts";
import { withStateErrors } from "./with-state-errors.ts";

/**
 * Takes the workspace for one agent; a second one in the same folder gets a `UserError` with the first one's process id.
 * The returned function gives it back. Throws a `UserError` too where no lock can be kept.
 */
export function lockWorkspace(stateDir: string, root: string): () => void {
  const folder = sessionsFolder(stateDir, root);
  const lock = withStateErrors(folder, () => takeLock(join(folder, "lock")));
  if ("release" in lock) return lock.release;
  throw new UserError({
    code: "workspace-busy",
    message: `Another Whippet (process ${lock.heldBy}) is at work in ${root}.`,
    hint: `Wait until it ends, or stop it: kill ${lock.heldBy}`,
  });
}
