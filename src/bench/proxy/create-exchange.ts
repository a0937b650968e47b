import type { RequestRecord } from "../bench-record.ts";
import type { Ending, Witness } from "./forward.ts";
import { createFigureReader } from "./read-figures.ts";
import { createJsonValueReader, type JsonValueReader } from "./read-json-values.ts";
import { readQuestion } from "./read-question.ts";
import { createReplyReader } from "./read-reply.ts";
import type { Story } from "./tell-story.ts";

/** Longer requests are not read. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** One request to the model and its answer. */
export type Exchange = Witness & {
  /** Ends the recording of it; only the first call counts. */
  end(ending: Ending): RequestRecord;
};

/** Records one request that begins now; `step` is its number from 1, `seconds` tells the time since the recording began. */
export function createExchange(path: string, step: number, story: Story, seconds: () => number): Exchange {
  const startedAtSeconds = seconds();
  const since = () => round(seconds() - startedAtSeconds);
  const body = createBody();
  const figures = createFigureReader();
  const reply = createReplyReader();
  let values: JsonValueReader | undefined;
  let status = 0;
  let secondsToFirstByte: number | null = null;
  let share: number | null | undefined;
  let record: RequestRecord | undefined;

  const ask = (text: string | undefined) => story.ask(step, text === undefined ? undefined : readQuestion(text));
  const finish = (ending: Ending): RequestRecord => {
    values?.end();
    if (share === undefined) share = ask(undefined);
    const told = figures.figures();
    const isCancelled = ending.kind === "cancelled" && !reply.isDone();
    const isAccepted = status >= 200 && status < 300;
    story.answer(step, reply.pieces(), describeTrouble(ending, isCancelled, status, reply.error()), isAccepted);
    return {
      path,
      status,
      cancelled: isCancelled,
      startedAtSeconds: round(startedAtSeconds),
      secondsToFirstByte,
      seconds: since(),
      ...told,
      fresh: told.sent === null || share === null ? null : Math.round(told.sent * share),
    };
  };
  return {
    asked: body.add,
    askedAll: () => {
      // The rest of a body may still come after the server was lost.
      if (!record) share = ask(body.empty());
    },
    head(code, contentType) {
      status = code;
      values = createJsonValueReader(/event-stream|ndjson|jsonl/i.test(contentType), (value) => {
        figures.read(value);
        reply.read(value);
      });
    },
    answered(bytes) {
      secondsToFirstByte ??= since();
      values?.feed(bytes);
    },
    end: (ending) => {
      record ??= finish(ending);
      return record;
    },
  };
}

/** Collects a body; nothing of one that is too long. */
function createBody(): { add(bytes: Buffer): void; empty(): string | undefined } {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    add(bytes) {
      length += bytes.length;
      if (length <= MAX_BODY_BYTES) pieces.push(bytes);
      else pieces = [];
    },
    empty() {
      const text = length <= MAX_BODY_BYTES ? Buffer.concat(pieces).toString("utf8") : undefined;
      pieces = [];
      return text;
    },
  };
}

function describeTrouble(
  ending: Ending,
  isCancelled: boolean,
  status: number,
  error: string | undefined,
): string | undefined {
  if (ending.kind === "lost") return `No whole answer: ${ending.why}.`;
  // Servers that refuse a key like to repeat it.
  const said = error === undefined || status === 401 || status === 403 ? "" : `: ${error}`;
  if (status >= 300) return `HTTP ${status}${said}`;
  if (said !== "") return `The model server reported an error${said}`;
  return isCancelled ? "The agent went away before the answer was whole." : undefined;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
