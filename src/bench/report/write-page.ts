import { statSync, writeFileSync } from "node:fs";
import { UserError } from "../../lib/user-error.ts";

/** Writes a page to a file; a `UserError` where that is not possible, or where the file is one of `inputs`, by whatever name or link. */
export function writePage(file: string, html: string, inputs: readonly string[]): void {
  try {
    if (inputs.some((input) => isSameFile(input, file))) throw wouldOverwrite(file);
    writeFileSync(file, html);
  } catch (error) {
    if (error instanceof UserError || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UserError({
      code: "page",
      message: `The page can't be written: ${(error as Error).message}.`,
      hint: "Name another file: -o report.html",
    });
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

function wouldOverwrite(file: string): UserError {
  return new UserError({
    code: "page",
    message: `${file} is a file of outcomes, which the page would overwrite.`,
    hint: "Name another file: -o report.html",
    exitCode: 2,
  });
}
