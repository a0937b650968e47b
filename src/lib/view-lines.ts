import { cutLine } from "./cut-line.ts";
import { longestShownLine } from "./longest-shown-line.ts";
import { numberLines } from "./number-lines.ts";
import { splitLines } from "./split-lines.ts";

/** What the model is shown of a file: numbered lines with a marker where some are missing, and which lines it saw whole (from 1, inclusive). */
export type LinesView = {
  readonly text: string;
  readonly shown: readonly (readonly [first: number, last: number])[];
  readonly total: number;
};

/**
 * A file as `read` and attachments show it, in about `cap` characters: the whole file where it fits, else its head (70 %) and tail (20 %).
 * With `offset` (from 1) or `limit`: those lines, as many as fit, and where to go on unless `hasMarker` is false.
 */
export function viewLines(
  text: string,
  {
    cap,
    offset,
    limit,
    hasMarker = true,
  }: {
    readonly cap: number;
    readonly offset?: number | undefined;
    readonly limit?: number | undefined;
    readonly hasMarker?: boolean;
  },
): LinesView {
  const lines = splitLines(text);
  const longest = longestShownLine(cap);
  const cut = lines.map((line) => cutLine(line, longest));
  const isWhole = (index: number): boolean => cut[index] === lines[index];
  const total = lines.length;
  if ((offset === undefined && limit === undefined) || total === 0) {
    const head = countFitting(cut, 0, total, cap);
    return head === total ? wholeFile(cut, isWhole) : headAndTail(cut, isWhole, cap);
  }
  const from = Math.max(1, offset ?? 1);
  const until = Math.min(total, from - 1 + Math.max(1, limit ?? total));
  const to = from - 1 + Math.max(1, countFitting(cut, from - 1, until, cap));
  const marker =
    !hasMarker || (from === 1 && to >= total)
      ? []
      : [`[Showing ${from}-${to} of ${total}${to < total ? `. Use offset=${to + 1}` : ""}]`];
  return {
    text: [numberLines(cut.slice(from - 1, to), from), ...marker].join("\n"),
    shown: ranges(from - 1, to, isWhole),
    total,
  };
}

function wholeFile(cut: readonly string[], isWhole: (index: number) => boolean): LinesView {
  const shown = cut.length === 0 ? [[1, 0] as const] : ranges(0, cut.length, isWhole);
  return { text: cut.length === 0 ? "[empty file]" : numberLines(cut), shown, total: cut.length };
}

function headAndTail(cut: readonly string[], isWhole: (index: number) => boolean, cap: number): LinesView {
  const total = cut.length;
  const head = Math.max(1, countFitting(cut, 0, total, cap * 0.7));
  const tail = Math.min(countFitting([...cut].reverse(), 0, total, cap * 0.2), total - head);
  const text = [
    numberLines(cut.slice(0, head)),
    `[Lines ${head + 1}-${total - tail} of ${total} not shown. Use offset=${head + 1}]`,
    ...(tail > 0 ? [numberLines(cut.slice(total - tail), total - tail + 1)] : []),
  ].join("\n");
  return { text, shown: [...ranges(0, head, isWhole), ...ranges(total - tail, total, isWhole)], total };
}

/** How many lines from index `from` on, before index `until`, fit into `maxChars` with their numbers. */
function countFitting(lines: readonly string[], from: number, until: number, maxChars: number): number {
  const digits = String(lines.length).length;
  let used = 0;
  for (let index = from; index < until; index++) {
    used += (lines[index] ?? "").length + digits + 2;
    if (used > maxChars) return index - from;
  }
  return until - from;
}

function ranges(from: number, until: number, isWhole: (index: number) => boolean): (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let index = from; index < until; index++) {
    if (!isWhole(index)) continue;
    const last = found.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else found.push([index + 1, index + 1]);
  }
  return found;
}
