import * as z from "zod/mini";
import text from "../../prompts/tools/edit.md";
import { type Failure, failure, nextCall } from "../lib/failure.ts";
import { findOccurrences } from "../lib/find-occurrences.ts";
import { hasLineNumbers } from "../lib/has-line-numbers.ts";
import { lineEnding, withLineEnding } from "../lib/line-ending.ts";
import { nearestLines } from "../lib/nearest-lines.ts";
import { resultCap } from "../lib/result-cap.ts";
import { splitLines } from "../lib/split-lines.ts";
import { viewLines } from "../lib/view-lines.ts";
import type { ContentChange, Tool } from "../types.ts";
import type { Files, TextFile } from "../workspace/files.ts";
import { defineArguments } from "./define-arguments.ts";

const args = defineArguments(z.object({ path: z.string(), old: z.string(), new: z.string() }), {
  path: "src/main.js",
  old: "let count = 1;",
  new: "let count = 0;",
});

/** Lines shown before and after a change. */
const AROUND = 2;
/** The most lines of a file that an answer shows. */
const MAX_SHOWN = 20;

/** Replaces one exact piece of text; line ends (LF, CRLF) are taken as equal, everything else must match. */
export function createEditTool(files: Files): Tool {
  return {
    name: "edit",
    description: text.trim(),
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, old: { type: "string" }, new: { type: "string" } },
      required: ["path", "old", "new"],
    },
    async prepare(call, { facts }) {
      const given = args.read(call);
      if (!given.ok) return given;
      const target = await files.resolve(given.value.path, "write");
      const file = target.ok ? await files.read(given.value.path) : target;
      if (!file.ok) return file;
      const after = edited(file, given.value.old, given.value.new, resultCap(facts.window));
      if (typeof after !== "string") return after;
      const { path } = file;
      return { call, kind: "change", paths: [path], changes: [{ path, before: file.text, after }] };
    },
    async run({ changes = [] }, { facts }) {
      const [change] = changes;
      if (!change) throw new Error("edit was run without a change");
      const written = await files.write(change);
      if (!written.ok) return written;
      const { path, after } = change;
      const view = viewLines(after ?? "", { ...aroundChange(change), cap: resultCap(facts.window), hasMarker: false });
      const hash = written.change.after ?? "";
      const shown = view.shown.map((lines) => ({ path, hash, lines, total: view.total }));
      const done = `Edited ${path}. It now reads:\n${view.text}`;
      return { ok: true, text: done, effects: { changed: [written.change], shown } };
    },
  };
}

/**
 * The file's text with `old` replaced by `new`, or why that can't be done. The lines need not have been shown in this
 * run: text that is in the file exactly once is what the model knows of it, and nothing else is touched.
 */
function edited(file: TextFile, old: string, replacement: string, cap: number): string | Failure {
  const { path, text: before } = file;
  if (old === "") return failure(`"old" is empty.`, nextCall("read", { path }));
  if (withLineEnding(old, "\n") === withLineEnding(replacement, "\n")) {
    return failure(`"old" and "new" are the same: nothing would change.`, nextCall("read", { path }));
  }
  const [found, ...others] = findOccurrences(before, old);
  if (!found) return missed(file, old, replacement, cap);
  const lines = [found, ...others].map(({ start }) => before.slice(0, start).split("\n").length);
  if (others.length > 0) {
    return failure(
      `"old" is in ${path} ${lines.length} times: at lines ${lines.slice(0, 10).join(", ")}.`,
      `Call edit again with more of the lines around it in "old", so that only one place fits.`,
    );
  }
  const replaced = before.slice(found.start, found.end);
  const ending = lineEnding(replaced.includes("\n") ? replaced : before);
  return before.slice(0, found.start) + withLineEnding(replacement, ending) + before.slice(found.end);
}

function missed({ path, text: before }: TextFile, old: string, replacement: string, cap: number): Failure {
  const again = `Call edit again with "old" copied exactly from the file, without line numbers.`;
  if (hasLineNumbers(old)) return failure(`"old" is not in ${path}: it begins with line numbers.`, again);
  const [done] = replacement.trim() === "" ? [] : findOccurrences(before, replacement);
  if (done) {
    const line = before.slice(0, done.start).split("\n").length;
    return failure(`"old" is not in ${path}, but "new" is there already, at line ${line}.`, nextCall("read", { path }));
  }
  const lines = splitLines(before);
  const wanted = splitLines(old);
  const at = nearestLines(lines, wanted);
  if (at < 0) return failure(`"old" is not in ${path}, nor anything like it.`, nextCall("read", { path }));
  const limit = Math.min(wanted.length, MAX_SHOWN);
  const near = viewLines(before, { cap, offset: at + 1, limit, hasMarker: false });
  return failure(`"old" is not in ${path}. The nearest lines are:\n${near.text}`, again);
}

/** The lines that a change made, with a few before and after. */
function aroundChange({ before, after }: ContentChange): { readonly offset: number; readonly limit: number } {
  const [was, is] = [splitLines(before ?? ""), splitLines(after ?? "")];
  const shorter = Math.min(was.length, is.length);
  let first = 0;
  while (first < shorter && was[first] === is[first]) first++;
  let equalAtEnd = 0;
  while (equalAtEnd < shorter - first && was.at(-1 - equalAtEnd) === is.at(-1 - equalAtEnd)) equalAtEnd++;
  const offset = Math.max(1, first + 1 - AROUND);
  const last = Math.min(is.length, is.length - equalAtEnd + AROUND);
  return { offset, limit: Math.min(MAX_SHOWN, last - offset + 1) };
}
