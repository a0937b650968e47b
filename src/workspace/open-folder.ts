import { realpathSync, statSync } from "node:fs";
import { UserError } from "../lib/user-error.ts";

/** The real path of the folder to work in, links followed; a `UserError` (exit 2) where there is no such folder. */
export function openFolder(given: string): string {
  try {
    const real = realpathSync(given);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    if (!["ENOENT", "ENOTDIR", "ELOOP", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  throw new UserError({
    code: "no-folder",
    message: `${given} is not a folder that can be opened.`,
    hint: "whippet --cwd FOLDER …",
    exitCode: 2,
  });
}
