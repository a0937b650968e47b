import { accessSync, constants } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { UserError } from "../../../lib/user-error.ts";

/** npm as the person would run it, else the one beside this Node; throws `no-npm`. */
export function findNpm(path = "", nodeFolder = dirname(process.execPath)): string {
  const places = [...path.split(delimiter).filter(isAbsolute), nodeFolder];
  const found = places.map((place) => join(place, "npm")).find(isExecutable);
  if (found !== undefined) return found;
  throw new UserError({
    code: "no-npm",
    message: "The embedded engine is fetched with npm, and there is no npm on the PATH.",
    hint: "install npm, or start a server and use whippet --base-url URL",
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
