import { FILE_BLOCK } from "../../lib/file-block.ts";
import { matchPath } from "../../lib/match-path.ts";
import { stripLineNumbers } from "../../lib/strip-line-numbers.ts";
import { trimLineEnds } from "../../lib/trim-line-ends.ts";
import { isMarkdown, languageFits } from "../block-languages.ts";
import { charAt, type Feed, lineEnd, type Reading } from "../feed.ts";
import { type Fence, openBlock, readBlockLine, readFence } from "../fences.ts";
import { firstLineLabel, infoLabel, MAX_LABEL } from "../path-label.ts";
import type { Dialect, FileBlocks, Opening } from "./dialect.ts";

/** Columns of numbers may be the data itself. */
const TABLES = /\.(?:[cpt]sv|tab|dat)$/i;

/** A fenced block that is the complete new content of a file that was shown: a `write`, if the reply holds no other call. */
export const fileBlock: Dialect = {
  name: FILE_BLOCK,
  opens: "fence",
  *read(feed, { fence, path }, options) {
    if (!fence || !options.fileBlocks) return null;
    const firstEnd = yield* lineEnd(feed, fence.bodyAt);
    const target = findTarget(fence, path, feed.text.slice(fence.bodyAt, firstEnd), options.fileBlocks);
    if (!target) return null;
    if ("unknown" in target) {
      options.notice(
        `The block for ${target.unknown} was not written: that file was not shown in this run. Read it first.`,
      );
      return null;
    }
    const nests = isMarkdown(target.language, target.path);
    const body = target.hasLabelLine ? Math.min(firstEnd + 1, feed.text.length) : fence.bodyAt;
    // A model that puts the label inside the block may open the block it was asked for behind it.
    const inner = nests ? null : yield* readFence(feed, body);
    const from = inner?.bodyAt ?? body;
    const block = yield* readBlock(feed, fence, from, nests);
    const end = inner ? yield* skipClosingLine(feed, fence, block.end) : block.end;
    const content = contentOf(feed.text.slice(from, block.contentEnd), fence, TABLES.test(target.path));
    if (content === "") return null;
    return { end, block: { path: target.path, isNamed: target.isNamed, content, isCut: block.isCut } };
  },
};

type Target = {
  readonly path: string;
  readonly isNamed: boolean;
  readonly hasLabelLine: boolean;
  readonly language: string;
};

/** The file that a block is for: named before it, in its info string or on its first line; else the one asked for. `unknown`: named, but not shown. */
function findTarget(
  fence: Fence,
  label: Opening["path"],
  firstLine: string,
  { shown, only }: FileBlocks,
): Target | { readonly unknown: string } | null {
  const files = only === undefined ? shown : [...new Set([...shown, only])];
  const { language, path: inInfo } = infoLabel(fence.info.slice(0, MAX_LABEL));
  const outside = label ?? inInfo;
  const hasHashComments = !isMarkdown(language, outside ?? only ?? "");
  const inside = firstLine.length > MAX_LABEL ? null : firstLineLabel(firstLine, hasHashComments);
  const written = outside ?? inside?.path;
  const path = written === undefined ? only : matchPath(written, files);
  if (!languageFits(language, path ?? written ?? "")) return null;
  if (path === undefined) return written === undefined ? null : { unknown: written };
  const hasLabelLine = inside !== null && (outside === undefined || matchPath(inside.path, files) === path);
  return { path, isNamed: written !== undefined, hasLabelLine, language };
}

type Block = { readonly contentEnd: number; readonly end: number; readonly isCut: boolean };

function* readBlock(feed: Feed, fence: Fence, from: number, nests: boolean): Reading<Block> {
  const state = openBlock(fence, nests);
  let at = from;
  let lastBare: Block | undefined;
  while ((yield* charAt(feed, at)) !== "") {
    const kind = yield* readBlockLine(feed, at, state);
    const end = yield* lineEnd(feed, at);
    if (kind === "close") return { contentEnd: at, end, isCut: false };
    if (kind === "bare") lastBare = { contentEnd: at, end, isCut: false };
    at = end + 1;
  }
  // Inner fences that do not pair up: the last bare one is the most likely end.
  if (lastBare && feed.finish === "stop") return lastBare;
  return { contentEnd: feed.text.length, end: feed.text.length, isCut: feed.finish !== "stop" };
}

function* skipClosingLine(feed: Feed, fence: Fence, end: number): Reading<number> {
  if ((yield* charAt(feed, end)) !== "\n") return end;
  const kind = yield* readBlockLine(feed, end + 1, openBlock(fence, false));
  return kind === "close" ? yield* lineEnd(feed, end + 1) : end;
}

function contentOf(raw: string, { indent, mark }: Fence, keepsNumbers: boolean): string {
  const flush = indent === 0 ? raw : raw.replace(new RegExp(`^ {1,${indent}}`, "gm"), "");
  const marks = mark.repeat(3);
  const text = trimLineEnds(flush.endsWith(marks) ? flush.slice(0, -marks.length) : flush);
  return text.trim() === "" ? "" : `${keepsNumbers ? text : stripLineNumbers(text)}\n`;
}
