import type { Call } from "../../types.ts";
import type { Feed, Reading } from "../feed.ts";
import type { Fence } from "../fences.ts";
import type { CallMaker } from "../make-call.ts";
import type { FileBlock } from "../settle-file-blocks.ts";

/** Files that a fenced block may be the whole content of: those shown in this run, and the one that was asked for. */
export type FileBlocks = { readonly shown: readonly string[]; readonly only?: string };

export type DialectOptions = CallMaker & {
  readonly fileBlocks?: FileBlocks;
  /** One line that the model should hear with the next request. */
  notice(line: string): void;
};

/** Where a call may begin: at a dialect's mark, or at a fence. `path` is what a line of its own before the fence names. */
export type Opening = { readonly bodyAt: number; readonly fence?: Fence; readonly path?: string };

/**
 * What a dialect took, up to `end`: calls, or a block that counts as a call only if the reply holds no other.
 * `isLast`: where it ends is uncertain, so nothing behind it may run.
 */
export type Taken =
  | { readonly end: number; readonly calls: readonly Call[]; readonly isLast?: boolean }
  | { readonly end: number; readonly block: FileBlock };

/** One text form of calls. `read` gets the text from a place where `opens` stands and takes the call, or null if it is none of its own. */
export type Dialect = {
  readonly name: string;
  readonly opens: "fence" | { readonly mark: string };
  read(feed: Feed, opening: Opening, options: DialectOptions): Reading<Taken | null>;
};
