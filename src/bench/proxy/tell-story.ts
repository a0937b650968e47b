import { headAndTail } from "../../lib/head-and-tail.ts";
import type { StoryPart } from "../bench-record.ts";
import { parseJson } from "./parse-json.ts";
import { type Piece, toJsonText } from "./read-pieces.ts";
import type { Message, Question } from "./read-question.ts";

/** Of one part, in characters. */
const MAX_TEXT = 6_000;
const MAX_PARTS = 200;

/** What agent and model said to each other in one recording. Steps are the numbers of the requests, from 1. */
export type Story = {
  /**
   * Adds what this request says and the one before did not, nor its reply. Answers with its share of all characters of
   * the request, 0 to 1; 1 for the first request, null where it can't be told. `question` is undefined where it was no JSON.
   */
  ask(step: number, question: Question | undefined): number | null;
  /** Adds the reply and a note on what went wrong. A question that the server did not accept is forgotten. */
  answer(step: number, reply: readonly Piece[], note: string | undefined, isAccepted: boolean): void;
  /** In the order of the steps, at most 200. */
  parts(): readonly StoryPart[];
};

/** What the server was asked last. `held`: how often it has each message, by its JSON; undefined where nobody could read it. */
type Asked = {
  readonly step: number;
  readonly held: ReadonlyMap<string, number> | undefined;
  readonly before: Asked | undefined;
  readonly reply: readonly Piece[];
};

/** A story without parts. */
export function createStory(): Story {
  const told: StoryPart[] = [];
  let left = 0;
  let last: Asked | undefined;
  const tell = (step: number, role: string, text: string): void => {
    if (told.length < MAX_PARTS) told.push({ step, role, text: toStoryText(text) });
    else left++;
  };
  const tellPieces = (step: number, role: string, pieces: readonly Piece[]): void => {
    for (const piece of pieces) tell(step, piece.kind === "text" ? role : ROLES[piece.kind], toText(piece));
  };
  return {
    ask(step, question) {
      const before = last;
      const news = question ? newMessages(question, before) : [];
      for (const { role, pieces } of news) tellPieces(step, role, pieces);
      last = { step, held: question && countMessages(question), before, reply: [] };
      if (!before) return 1;
      // Of a prompt without messages nobody knows where the old part ends.
      if (!question || question.isPlainPrompt || !before.held) return null;
      return news.reduce((sum, { json }) => sum + json.length, 0) / Math.max(1, question.characters);
    },
    answer(step, reply, note, isAccepted) {
      tellPieces(step, "assistant", reply);
      if (note !== undefined) tell(step, "note", note);
      // The chain of earlier questions is cut, or each would be kept for ever.
      if (last?.step === step) last = isAccepted ? { ...last, before: undefined, reply } : last.before;
    },
    parts() {
      const parts = told.toSorted((one, other) => one.step - other.step);
      const end = parts.at(-1);
      if (left === 0 || !end) return parts;
      return [...parts.slice(0, -1), { ...end, role: "note", text: `[… ${left + 1} more parts …]` }];
    },
  };
}

const ROLES = { thinking: "thinking", result: "tool", call: "call" } as const;

function newMessages(question: Question, before: Asked | undefined): readonly Message[] {
  const held = new Map(before?.held);
  return question.messages.filter((message) => {
    const count = held.get(message.json) ?? 0;
    held.set(message.json, count - 1);
    return count <= 0 && !repeats(message, before?.reply ?? []);
  });
}

function countMessages({ messages }: Question): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { json } of messages) counts.set(json, (counts.get(json) ?? 0) + 1);
  return counts;
}

/** Agents give a reply back trimmed, without its thinking, or a call's arguments written anew. */
function repeats({ role, pieces }: Message, reply: readonly Piece[]): boolean {
  if (role !== "assistant" || reply.length === 0) return false;
  return pieces.every((piece) => reply.some((one) => holds(one, piece)));
}

function holds(one: Piece, piece: Piece): boolean {
  if (piece.kind === "call") return one.kind === "call" && one.name === piece.name && sameJson(one.json, piece.json);
  return one.kind !== "call" && one.text.includes(piece.text.trim());
}

function sameJson(one: string, other: string): boolean {
  const [first, second] = [one, other].map((json) => toJsonText(parseJson(json)) || json);
  return first === second;
}

function toText(piece: Piece): string {
  return piece.kind === "call" ? `${piece.name} ${piece.json}` : piece.text;
}

/** Readers of JSON stumble over half a surrogate pair and over NUL. */
function toStoryText(text: string): string {
  const short = headAndTail(text, MAX_TEXT, (lines) => `[… ${lines} lines …]`);
  return short.replace(/\p{Surrogate}/gu, "\uFFFD").replaceAll("\0", "\uFFFD");
}
