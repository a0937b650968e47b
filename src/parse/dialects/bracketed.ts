import type { Json } from "../../types.ts";
import { endsLine } from "../ends-line.ts";
import { type Feed, type Reading, skipRun } from "../feed.ts";
import { type JsonCursor, JsonFault, unexpected } from "../json-cursor.ts";
import { areListed, makeBrokenPythonCall, makePythonCall } from "../make-python-call.ts";
import { type PythonCall, readPythonArguments } from "../read-python-calls.ts";
import { nextPythonToken, pythonName, readPythonValue } from "../read-python-value.ts";
import type { Dialect, DialectOptions, Taken } from "./dialect.ts";

const NAME = "bracketed";
const TOOL = /[\w.-]*/y;
/** Words before the arguments that are none. */
const FILLERS = ["for", "with", "args", "arguments", "parameters"];

/**
 * `[tool_call: NAME for 'x']`, `[tool_call: NAME key='x']` and the like, which models copy from examples in prompts. It
 * is half a sentence, so only what is wholly understood and fits the tool is a call.
 */
export const bracketed: Dialect = {
  name: NAME,
  opens: { marks: ["[tool_call:", "[TOOL_CALL:"], only: "line" },
  *read(feed, { bodyAt }, options) {
    const nameAt = yield* skipRun(feed, bodyAt, /\s*/y);
    const nameEnd = yield* skipRun(feed, nameAt, TOOL);
    const name = feed.text.slice(nameAt, nameEnd);
    if (name === "" || !areListed([{ name }], options)) return null;
    const cursor: JsonCursor = { feed, at: nameEnd, damage: new Set(), stops: [] };
    try {
      const given = yield* readGiven(cursor);
      if (!(yield* endsLine(feed, cursor.at))) return null;
      const call = makePythonCall({ name, ...given }, NAME, options);
      if (call.problem === undefined) return { end: cursor.at, calls: [call] };
      options.notice(call.problem);
      return null;
    } catch (fault) {
      if (!(fault instanceof JsonFault)) throw fault;
      return breakOff(feed, name, fault, options);
    }
  },
};

function breakOff(feed: Feed, name: string, { message, cut }: JsonFault, options: DialectOptions): Taken | null {
  const isCut = cut && feed.finish !== "stop";
  const lost = makeBrokenPythonCall({ name, error: message, near: `[tool_call: ${name}`, cut: isCut }, NAME, options);
  if (isCut) return { end: feed.text.length, calls: [lost], isLast: true };
  options.notice(lost.problem ?? "");
  return null;
}

type Given = Omit<PythonCall, "name">;

/** The arguments up to the closing bracket, or as an object behind it. */
function* readGiven(cursor: JsonCursor): Reading<Given> {
  const first = yield* nextPythonToken(cursor);
  const given = first === "(" ? yield* readPythonArguments(cursor) : yield* readWords(cursor);
  if ((yield* nextPythonToken(cursor)) !== "]") throw yield* unexpected(cursor, '"]"');
  cursor.at += 1;
  if (first !== "]") return given;
  const ahead = { ...cursor };
  if ((yield* nextPythonToken(ahead)) !== "{") return given;
  const object = yield* readPythonValue(ahead);
  cursor.at = ahead.at;
  return { positional: [object], named: {} };
}

function* readWords(cursor: JsonCursor): Reading<Given> {
  const positional: Json[] = [];
  const named = new Map<string, Json>();
  for (let char = yield* nextPythonToken(cursor); char !== "]"; char = yield* nextPythonToken(cursor)) {
    if (char === ",") {
      cursor.at += 1;
      continue;
    }
    const key = yield* readKey(cursor);
    if (key === "") continue;
    const value = yield* readPythonValue(cursor);
    if (key === null) positional.push(value);
    else named.set(key, value);
  }
  return { positional, named: Object.fromEntries(named) };
}

/** The name before a value, behind which the cursor moves; "" for a word that only fills the sentence, null where none stands. */
function* readKey(cursor: JsonCursor): Reading<string | null> {
  const name = yield* pythonName(cursor);
  if (name === null) return null;
  const ahead = { ...cursor, at: cursor.at + name.length };
  const sign = yield* nextPythonToken(ahead);
  const hasSign = sign === "=" || sign === ":";
  const isFiller = FILLERS.includes(name);
  if (!hasSign && !isFiller && sign !== '"' && sign !== "'") throw yield* unexpected(cursor, "an argument");
  cursor.at = ahead.at + (hasSign ? 1 : 0);
  return isFiller ? "" : name;
}
