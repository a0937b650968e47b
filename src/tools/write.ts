import * as z from "zod/mini";
import text from "../../prompts/tools/write.md";
import { countCodeLines } from "../lib/count-code-lines.ts";
import { type Failure, failure, nextCall } from "../lib/failure.ts";
import { hasLineNumbers } from "../lib/has-line-numbers.ts";
import { lineEnding, withLineEnding } from "../lib/line-ending.ts";
import { longestShownLine } from "../lib/longest-shown-line.ts";
import { placeholderLine } from "../lib/placeholder-line.ts";
import { resultCap } from "../lib/result-cap.ts";
import { splitLines } from "../lib/split-lines.ts";
import type { Call, Entry, Tool } from "../types.ts";
import type { Files, TextFile } from "../workspace/files.ts";
import { defineArguments } from "./define-arguments.ts";
import { unknownLines } from "./known-lines.ts";
import { wasToldBefore } from "./was-told-before.ts";

const args = defineArguments(z.object({ path: z.string(), content: z.string() }), {
  path: "src/main.js",
  content: "…",
});

/** A file this short may be replaced by anything: losing half of it is no accident. */
const SHORT_FILE_LINES = 10;

/** Creates a file or replaces one that the model has seen whole. */
export function createWriteTool(files: Files): Tool {
  return {
    name: "write",
    description: text.trim(),
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
    },
    async prepare(call, { log, facts }) {
      const given = args.read(call);
      if (!given.ok) return given;
      const { content } = given.value;
      const file = await files.readIfThere(given.value.path);
      if (!file.ok) return file;
      const { path } = file;
      if (file.text === null)
        return { call, kind: "change", paths: [path], changes: [{ path, before: null, after: content }] };
      const after = inTheFormOf(file.text, content);
      if (after === file.text)
        return { ok: true, text: `${path} already has exactly this content; nothing was changed.` };
      return (
        unread(file, log, facts.window) ??
        refusal(file, after, call, log) ?? {
          call,
          kind: "change",
          paths: [path],
          changes: [{ path, before: file.text, after }],
        }
      );
    },
    async run({ changes = [] }) {
      const [change] = changes;
      if (!change) throw new Error("write was run without a change");
      const written = await files.write(change);
      if (!written.ok) return written;
      const lines = splitLines(change.after ?? "").length;
      const done = `${change.before === null ? "Created" : "Wrote"} ${change.path} (${lines} ${lines === 1 ? "line" : "lines"}).`;
      return { ok: true, text: done, effects: { changed: [written.change] } };
    },
  };
}

/** New content with the line ends, the byte order mark and the final line end of what it replaces. */
function inTheFormOf(before: string, content: string): string {
  const ending = lineEnding(before);
  const mark = before.startsWith("\uFEFF") && !content.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = withLineEnding(content, ending);
  return mark + body + (before.endsWith("\n") && body !== "" && !body.endsWith("\n") ? ending : "");
}

/** Why a file may not be replaced that the model has not seen whole: it reads the rest, or edits where reading would not help. */
function unread({ path, text: before, hash }: TextFile, log: readonly Entry[], window: number): Failure | undefined {
  const lines = splitLines(before);
  const unknown = unknownLines(log, { path, hash, total: lines.length });
  const [first] = unknown;
  if (!first) return undefined;
  const longest = longestShownLine(resultCap(window));
  const isUnknown = (number: number): boolean => unknown.some(([from, to]) => from <= number && number <= to);
  const tooLong = lines.findIndex((line, index) => line.length > longest && isUnknown(index + 1));
  if (tooLong >= 0) {
    const size = lines[tooLong]?.length;
    return failure(
      `${path} can't be replaced: line ${tooLong + 1} is too long to be shown whole (${size} characters).`,
      `Call edit with {"path":${JSON.stringify(path)}}, the text to replace in "old" and the new text in "new".`,
      "refused",
    );
  }
  const offset = first[0] > 1 ? { offset: first[0] } : {};
  return failure(
    `${path} exists and you have not seen all of it as it is now.`,
    nextCall("read", { path, ...offset }),
    "refused",
  );
}

/** Why a file may not be replaced by this content: always for line numbers, once for what looks like an accident. */
function refusal(file: TextFile, after: string, call: Call, log: readonly Entry[]): Failure | undefined {
  const before = file.text;
  if (hasLineNumbers(after) && !hasLineNumbers(before)) {
    return failure(
      "The content begins its lines with line numbers.",
      `Call write again without the line numbers.`,
      "refused",
    );
  }
  const accident = accidentIn(file.path, before, after);
  return accident && !wasToldBefore(log, call, accident.error) ? accident : undefined;
}

function accidentIn(path: string, before: string, after: string): Failure | undefined {
  const placeholder = placeholderLine(before, after);
  if (placeholder !== undefined) {
    return failure(
      `The content leaves code out: ${JSON.stringify(placeholder)}. A write replaces the whole file.`,
      "Call write again with the complete content.",
      "refused",
    );
  }
  // Small models leave a file's texts and comments out; that is no sign of lost code.
  const [total, lines] = [countCodeLines(path, before), countCodeLines(path, after)];
  if (total < SHORT_FILE_LINES || lines * 2 >= total) return undefined;
  return failure(
    `The content has ${lines} lines of code and the file has ${total}: more than half would be lost.`,
    "Call write again with the complete content, or with the same content if this is meant.",
    "refused",
  );
}
