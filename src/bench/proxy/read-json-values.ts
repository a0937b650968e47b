import { parseJson } from "./parse-json.ts";

/** Of one line of a stream, or of an answer that is no stream; real ones have some kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** Takes an answer's bytes as they come, cut anywhere. */
export type JsonValueReader = {
  feed(bytes: Buffer): void;
  /** No more bytes come. */
  end(): void;
};

/**
 * Gives every JSON value of an answer to `take`: of a stream (server-sent events, lines of JSON) as soon as its line is
 * there, else at the end. `[DONE]` becomes `{done: true}`. What is no JSON, or longer than 8 MB, is left out.
 */
export function createJsonValueReader(isStream: boolean, take: (value: unknown) => void): JsonValueReader {
  const pending = createPendingText();
  const takeLine = (line: string): void => {
    const json = line.startsWith("data:") ? line.slice("data:".length) : line;
    const value = json.trim() === "[DONE]" ? { done: true } : parseJson(json);
    if (value !== undefined) take(value);
  };
  return {
    feed(bytes) {
      let start = 0;
      // A line feed is no part of any other character in UTF-8.
      for (let end = bytes.indexOf(LINE_FEED); isStream && end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
        pending.add(bytes.subarray(start, end));
        takeLine(pending.empty());
        start = end + 1;
      }
      pending.add(bytes.subarray(start));
    },
    end() {
      const text = pending.empty();
      const whole = parseJson(text);
      // Some servers stream without the content type of a stream.
      if (whole === undefined) text.split("\n").forEach(takeLine);
      else take(whole);
    },
  };
}

function createPendingText(): { add(bytes: Buffer): void; empty(): string } {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    add(bytes) {
      length += bytes.length;
      if (length <= MAX_BYTES) pieces.push(bytes);
      else pieces = [];
    },
    empty() {
      const text = Buffer.concat(pieces).toString("utf8");
      pieces = [];
      length = 0;
      return text;
    },
  };
}
