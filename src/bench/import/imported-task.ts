/** Contents by path, relative and with `/`. Bytes, so that a file in any encoding stays as it is. */
export type FileContents = ReadonlyMap<string, Buffer>;

/** All of a task folder, before anything is written. `level` as the source rates it, or null. */
export type ImportedTask = {
  readonly suite: string;
  readonly name: string;
  readonly language: string;
  readonly level: number | null;
  readonly instructions: string;
  readonly edit: readonly string[];
  readonly start: FileContents;
  readonly tests: FileContents;
  readonly solution: FileContents;
  readonly testCommand: readonly string[];
  readonly timeoutSeconds: number;
  /** Where it is from: `github exercism/python`. */
  readonly source: string;
  /** SPDX name, or `unknown`. */
  readonly license: string;
};

/** What a reader of a layout yields for each thing that should become a task: the task, or why it can't. */
export type ReadResult = { readonly name: string } & ({ readonly task: ImportedTask } | { readonly why: string });

/** Thrown for one exercise, program or line that can't become a task; the message is one sentence. The import goes on. */
export class NotImportable extends Error {}

/** Reads one thing; a `NotImportable` becomes its `why`. */
export async function readOne(name: string, read: () => Promise<ImportedTask>): Promise<ReadResult> {
  try {
    return { name, task: await read() };
  } catch (error) {
    if (!(error instanceof NotImportable)) throw error;
    return { name, why: error.message };
  }
}
