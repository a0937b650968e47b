import type { Json } from "../types.ts";
import { charAt, type Feed, type Reading, skipRun } from "./feed.ts";
import { type JsonCursor, JsonFault, unexpected } from "./json-cursor.ts";
import type { JsonObject } from "./json-schema.ts";
import type { Breakage } from "./make-call.ts";
import { readItems } from "./read-items.ts";
import { nextPythonToken, pythonName, readPythonValue } from "./read-python-value.ts";

/** A call as Python writes it. */
export type PythonCall = { readonly name: string; readonly positional: readonly Json[]; readonly named: JsonObject };

/** Calls in a row and the index behind them; a broken one ends the row. */
export type ReadPythonCalls = {
  readonly calls: readonly PythonCall[];
  readonly broken: (Breakage & { readonly at: number }) | null;
  readonly end: number;
};

const CALL_NAME = /[\w.-]*/y;
const CLOSERS = /[ \t)\]]*/y;
const PARENTHESES = /[\s)]*/y;
const SEPARATORS = /[\s,;]*/y;
const NEAR = 20;

/**
 * Reads the calls that stand at `start`: `[f(a=1), g(b="x")]`, or one behind the other, also within `print(…)`; none if
 * something else stands there. Closing brackets too many are skipped. `stops` are texts that end the calls from outside.
 */
export function* readPythonCalls(feed: Feed, start: number, stops: readonly string[]): Reading<ReadPythonCalls> {
  const cursor: JsonCursor = { feed, at: start, damage: new Set(), stops };
  const row: Row = { calls: [], name: null, end: start };
  try {
    if ((yield* nextPythonToken(cursor)) !== "[") yield* readSequence(cursor, row);
    else if (yield* opensCall({ ...cursor, at: cursor.at + 1 })) yield* readList(cursor, row);
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    return { calls: row.calls, broken: yield* describe(feed, start, row, fault), end: fault.at };
  }
  if (!cursor.damage.has("unclosed") || feed.finish === "stop" || (yield* charAt(feed, row.end)) !== "") {
    return { calls: row.calls, broken: null, end: row.end };
  }
  const fault = new JsonFault(row.end, "closing brackets are missing", true);
  const last = row.calls.pop();
  return {
    calls: row.calls,
    broken: yield* describe(feed, start, { ...row, name: last?.name ?? null }, fault),
    end: row.end,
  };
}

/** What has been read: whole calls, the name of the one being read, the index behind the last one. */
type Row = { readonly calls: PythonCall[]; name: string | null; end: number };

function* readList(cursor: JsonCursor, row: Row): Reading<void> {
  yield* readItems(cursor, "]", nextPythonToken, function* readItem() {
    yield* readCall(cursor, row);
    cursor.at = yield* skipRun(cursor.feed, cursor.at, PARENTHESES);
  });
  row.end = yield* skipRun(cursor.feed, cursor.at, CLOSERS);
}

function* readSequence(cursor: JsonCursor, row: Row): Reading<void> {
  while (yield* opensCall(cursor)) {
    yield* readCall(cursor, row);
    row.end = yield* skipRun(cursor.feed, cursor.at, CLOSERS);
    cursor.at = yield* skipRun(cursor.feed, row.end, SEPARATORS);
  }
}

/** Whether a name with an opening parenthesis follows; moves to its beginning. */
function* opensCall(cursor: JsonCursor): Reading<boolean> {
  yield* nextPythonToken(cursor);
  return (yield* callName(cursor)) !== null;
}

function* callName({ feed, at }: JsonCursor): Reading<string | null> {
  const end = yield* skipRun(feed, at, CALL_NAME);
  if ((yield* charAt(feed, end)) !== "(") return null;
  const name = feed.text.slice(at, end);
  return /^[A-Za-z_]/.test(name) ? name : null;
}

function* readCall(cursor: JsonCursor, row: Row): Reading<void> {
  const name = yield* callName(cursor);
  if (name === null) throw yield* unexpected(cursor, "a call", yield* skipRun(cursor.feed, cursor.at, CALL_NAME));
  cursor.at += name.length;
  if (name === "print" && (yield* opensCall({ ...cursor, at: cursor.at + 1 }))) {
    yield* readItems(cursor, ")", nextPythonToken, () => readCall(cursor, row));
    return;
  }
  row.name = name;
  const given = yield* readPythonArguments(cursor);
  row.name = null;
  row.calls.push({ name, ...given });
}

/** Reads a call's arguments from the opening parenthesis at the cursor to behind the closing one. Throws `JsonFault`. */
export function* readPythonArguments(cursor: JsonCursor): Reading<Omit<PythonCall, "name">> {
  const positional: Json[] = [];
  const named = new Map<string, Json>();
  yield* readItems(cursor, ")", nextPythonToken, function* readArgument() {
    const key = yield* readKeyword(cursor);
    const isMisplaced = key === null ? named.size > 0 : named.has(key);
    if (isMisplaced) throw new JsonFault(cursor.at, "an argument without a name, or one given twice", false);
    const value = yield* readPythonValue(cursor);
    if (key === null) positional.push(value);
    else named.set(key, value);
  });
  return { positional, named: Object.fromEntries(named) };
}

/** The name of a keyword argument, behind whose `=` (or `:`) the cursor moves; null, unmoved, before a positional one. */
function* readKeyword(cursor: JsonCursor): Reading<string | null> {
  const name = yield* pythonName(cursor);
  if (name === null) return null;
  const ahead = { ...cursor, at: cursor.at + name.length };
  const sign = yield* nextPythonToken(ahead);
  if (sign !== "=" && sign !== ":") return null;
  cursor.at = ahead.at + 1;
  return name;
}

function* describe(feed: Feed, start: number, { name }: Row, { at, message, cut }: JsonFault) {
  yield* charAt(feed, at + NEAR - 1);
  const near = feed.text.slice(Math.max(start, at - NEAR), at + NEAR);
  return { name, error: message, near, cut: cut && feed.finish !== "stop", at };
}
