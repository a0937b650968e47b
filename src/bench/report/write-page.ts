import { writeFileSync } from "node:fs";
import { UserError } from "../../lib/user-error.ts";

/** Writes a page to a file; a `UserError` where that is not possible. */
export function writePage(file: string, html: string): void {
  try {
    writeFileSync(file, html);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UserError({
      code: "page",
      message: `The page can't be written: ${(error as Error).message}.`,
      hint: "Name another file: -o report.html",
    });
  }
}
