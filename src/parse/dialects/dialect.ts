import type { Call } from "../../types.ts";
import type { Feed, Reading } from "../feed.ts";
import type { Fence } from "../fences.ts";
import type { CallMaker } from "../make-call.ts";
import type { FileBlock } from "../settle-file-blocks.ts";

/** Files that a fenced block may be the whole content of: those shown in this run, and the one that was asked for. */
export type FileBlocks = { readonly shown: readonly string[]; readonly only?: string };

export type DialectOptions = CallMaker & {
  /** What the chat template put in front of the reply; empty where that is not known. */
  readonly prompt: string;
  readonly fileBlocks?: FileBlocks;
  /** One line that the model should hear with the next request. */
  notice(line: string): void;
};

/** Where a call may begin: at a dialect's mark, or at a fence. `path` is what a line of its own before the fence names; `mark` the one that stands there. */
export type Opening = {
  readonly bodyAt: number;
  readonly mark?: string;
  readonly fence?: Fence;
  readonly path?: string;
};

/**
 * What a dialect took, up to `end`: calls, or a block that counts as a call only if the reply holds no other.
 * `isLast`: where it ends is uncertain, so nothing behind it may run. `isText`: other data, which nothing within may run of.
 */
export type Taken =
  | { readonly end: number; readonly calls: readonly Call[]; readonly isLast?: boolean }
  | { readonly end: number; readonly block: FileBlock }
  | { readonly end: number; readonly isText: true };

/**
 * Where a dialect's calls may begin: at a fence, or at one of its marks. Marks count anywhere in the model's own text, only
 * as the first thing on a `line`, or only at the `start` of the reply (behind its thinking). `tools`: the names on offer.
 */
export type Opens = "fence" | { readonly marks: readonly string[] | "tools"; readonly only?: "line" | "start" };

/** One text form of calls. `read` gets the text from a place where `opens` stands (`bodyAt` is behind the mark) and takes the call, or null if it is none of its own. */
export type Dialect = {
  readonly name: string;
  readonly opens: Opens;
  read(feed: Feed, opening: Opening, options: DialectOptions): Reading<Taken | null>;
};
