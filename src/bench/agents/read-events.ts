import { headAndTail } from "../../lib/head-and-tail.ts";
import type { Entry, Outcome, Reply } from "../../types.ts";
import type { RequestRecord, StoryPart } from "../bench-record.ts";

/** Of one part of the story, and of the whole. */
const MAX_TEXT = 6_000;
const MAX_PARTS = 200;

/** What Whippet's events, one JSON object a line, tell of a run; lines that are none (a torn last one) are passed over. */
export function readEvents(text: string): {
  readonly outcome?: Outcome;
  readonly steps: number;
  readonly requests: readonly RequestRecord[];
  readonly story: readonly StoryPart[];
} {
  const entries = text.split("\n").flatMap((line) => entryOf(line) ?? []);
  const last = entries.at(-1);
  const replies = entries.filter((entry): entry is Entry & Reply => entry.type === "reply");
  return {
    ...(last?.type === "outcome" ? { outcome: last.outcome } : {}),
    // A reply that was broken off before it began is none.
    steps: replies.filter(({ raw, thinking, usage }) => usage || raw !== "" || thinking !== "").length,
    requests: replies.map((reply) => requestOf(reply, entries[0]?.at ?? reply.at)),
    story: storyOf(entries).slice(0, MAX_PARTS),
  };
}

/** The lines are this program's own, of the same version: an entry is taken at its word. */
function entryOf(line: string): Entry | undefined {
  if (!line.startsWith('{"type":"entry"')) return undefined;
  try {
    return (JSON.parse(line) as { entry: Entry }).entry;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function requestOf(
  { at, usage, durationMs, finish, error, firstTokenMs }: Entry & Reply,
  begin: string,
): RequestRecord {
  const { sent = null, cached = null, evaluated = null, generated = null } = usage ?? {};
  return {
    path: "embedded",
    status: error ? 0 : 200,
    cancelled: finish === "cut",
    startedAtSeconds: Math.max(0, (Date.parse(at) - Date.parse(begin) - durationMs) / 1000),
    secondsToFirstByte: firstTokenMs === undefined ? null : firstTokenMs / 1000,
    seconds: durationMs / 1000,
    ...{ sent, cached, evaluated, generated },
    fresh: null,
  };
}

function storyOf(entries: readonly Entry[]): StoryPart[] {
  let step = 0;
  return entries.flatMap((entry) => {
    if (entry.type === "reply") step += 1;
    return partsOf(entry).map(({ role, text }) => ({ step, role, text: shorten(text) }));
  });
}

type Part = Pick<StoryPart, "role" | "text">;

function partsOf(entry: Entry): Part[] {
  switch (entry.type) {
    case "message":
      return [{ role: "user", text: entry.message.text }];
    case "notes":
      return entry.notes.map(({ kind, text }) => ({ role: "note", text: `${kind}: ${text}` }));
    case "reply":
      return partsOfReply(entry);
    case "result":
      return [
        { role: "tool", text: entry.result.ok ? entry.result.text : `${entry.result.error} ${entry.result.hint}` },
      ];
    case "verdict":
      return [{ role: "verdict", text: `${entry.feature}: ${JSON.stringify(entry.verdict)}` }];
    case "fact":
      return [{ role: "fact", text: `${entry.by} ${entry.name}: ${JSON.stringify(entry.value)}` }];
    case "epoch":
      return [{ role: "epoch", text: entry.cause }];
    case "outcome":
      return [{ role: "outcome", text: [entry.outcome.why, ...entry.report].join("\n") }];
  }
}

function partsOfReply({ thinking, raw, calls, error }: Reply): Part[] {
  return [
    ...(thinking === "" ? [] : [{ role: "thinking", text: thinking }]),
    { role: "assistant", text: raw },
    ...calls.map((call) => ({ role: "call", text: `${call.name} ${JSON.stringify(call.arguments)}` })),
    ...(error ? [{ role: "error", text: JSON.stringify(error) }] : []),
  ];
}

function shorten(text: string): string {
  return headAndTail(text, MAX_TEXT, (count) => `[… ${count} lines …]`);
}
