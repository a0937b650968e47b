import { FILE_BLOCK } from "../lib/file-block.ts";
import type { Call } from "../types.ts";
import { CUT_OFF } from "./call-problems.ts";

/** A fenced block that may be the whole content of a file. `isNamed`: the reply says which; `isCut`: its end never came. */
export type FileBlock = {
  readonly path: string;
  readonly isNamed: boolean;
  readonly content: string;
  readonly isCut: boolean;
};

/**
 * Decides which of a reply's blocks are written: none if it holds another call; else one for each file, one that
 * names it before one that does not, the longest of several. If one of a file's blocks was cut off, nothing is run.
 */
export function settleFileBlocks(
  blocks: readonly FileBlock[],
  settings: { readonly hasOtherCalls: boolean; readonly newId: () => string; readonly notice: (line: string) => void },
): ReadonlyMap<FileBlock, Call> {
  const calls = new Map<FileBlock, Call>();
  const paths = [...new Set(blocks.map((block) => block.path))];
  if (settings.hasOtherCalls) {
    for (const path of paths)
      settings.notice(`The block for ${path} was not written, because the reply also holds a call.`);
    return calls;
  }
  for (const path of paths) {
    const ofPath = blocks.filter((block) => block.path === path);
    const named = ofPath.filter((block) => block.isNamed);
    const rivals = named.length > 0 ? named : ofPath;
    const best = rivals.reduce((longest, block) => (block.content.length >= longest.content.length ? block : longest));
    if (rivals.length > 1) settings.notice(`Of ${rivals.length} blocks for ${path} the longest was taken.`);
    const isCut = rivals.some((block) => block.isCut);
    const call: Call = {
      id: settings.newId(),
      name: "write",
      arguments: { path, content: best.content },
      form: FILE_BLOCK,
      ...(isCut ? { problem: CUT_OFF } : {}),
    };
    calls.set(best, call);
  }
  return calls;
}
