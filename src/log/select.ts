import type { Call, Check, Entry, FileChange, FileView, Json, Note, Reply } from "../types.ts";

// Selectors: everything a feature wants to know is a function of the log.

type Log = readonly Entry[];
type Of<T extends Entry["type"]> = Extract<Entry, { type: T }>;
export type ReplyEntry = Entry & Reply;

const ofType =
  <T extends Entry["type"]>(type: T) =>
  (entry: Entry): entry is Of<T> =>
    entry.type === type;

/** Entries since the first message after the last outcome: the run under way, or nothing when idle. */
export function runEntries(log: Log): Log {
  const after = log.findLastIndex(ofType("outcome")) + 1;
  const start = log.findIndex((entry, index) => index >= after && entry.type === "message");
  return start < 0 ? [] : log.slice(start);
}

/** Entries since the run's last restart; the whole run in its first attempt. */
export function attemptEntries(log: Log): Log {
  const run = runEntries(log);
  return run.slice(run.findLastIndex((entry) => entry.type === "epoch" && entry.cause === "attempt") + 1);
}

/** Restarts of this run so far: 0 in the first attempt. */
export function restarts(log: Log): number {
  return runEntries(log).filter((entry) => entry.type === "epoch" && entry.cause === "attempt").length;
}

/** What the person said among the entries, oldest first. */
export function personMessages(entries: Log): readonly string[] {
  return entries
    .filter(ofType("message"))
    .filter((entry) => entry.message.from === "person")
    .map((entry) => entry.message.text);
}

/** All replies among the entries, also those that left the view. */
export function replies(entries: Log): readonly ReplyEntry[] {
  return entries.filter(ofType("reply"));
}

/** The newest reply, or nothing. */
export function lastReply(entries: Log): ReplyEntry | undefined {
  return entries.findLast(ofType("reply"));
}

/** Values of the facts of one name, oldest first. */
export function facts(entries: Log, name: string): readonly { readonly seq: number; readonly value: Json }[] {
  return entries.filter(ofType("fact")).filter((entry) => entry.name === name);
}

/** Test results recorded among the entries, oldest first, with the entry's number. */
export function checks(entries: Log): readonly { readonly seq: number; readonly check: Check }[] {
  return facts(entries, "check").map(({ seq, value }) => ({ seq, check: value as unknown as Check }));
}

/** True when a test run ended well and did not run out of time. */
export function isGreen(check: Check): boolean {
  return check.exitCode === 0 && !check.timedOut;
}

/** Numbers of the entries that are not shown to the model: hidden by an epoch, retried, failed or empty, or an answered side question. */
export function hiddenEntries(log: Log): ReadonlySet<number> {
  return new Set([...log.flatMap((entry) => hiddenBy(entry, log)), ...answeredQuestions(log)]);
}

function hiddenBy(entry: Entry, log: Log): readonly number[] {
  if (entry.type === "epoch") return entry.hide;
  if (entry.type === "reply") return entry.finish === "error" || isEmpty(entry) ? [entry.seq] : [];
  if (entry.type !== "verdict" || (entry.verdict.do !== "retry" && entry.verdict.do !== "continue")) return [];
  const reply = lastReply(log.slice(0, entry.seq));
  const between = reply ? log.slice(reply.seq, entry.seq) : [];
  return between.filter((other) => reply && isAnswerOrReply(other, reply)).map((other) => other.seq);
}

/** Side questions that are not kept, with their answers; a question whose answer is asked again or gone on with is still open. */
function answeredQuestions(log: Log): readonly number[] {
  return log.flatMap((entry) => {
    if (entry.type !== "verdict" || entry.verdict.do !== "ask" || entry.verdict.keep) return [];
    const answer = answersTo(entry.seq, log).at(-1);
    const after = log.slice((answer?.seq ?? log.length) + 1);
    const next = after.find((other) => other.type === "verdict" || other.type === "reply");
    const isOpen = next?.type === "verdict" && (next.verdict.do === "retry" || next.verdict.do === "continue");
    return answer && !isOpen ? [entry.seq, answer.seq] : [];
  });
}

/** Replies to one side question: several where the first was asked again. */
function answersTo(question: number, log: Log): readonly ReplyEntry[] {
  const next = log.find((entry) => entry.seq > question && entry.type === "verdict" && entry.verdict.do === "ask");
  return replies(log.slice(question, next?.seq)).filter((reply) => reply.answers !== undefined && !reply.error);
}

function isEmpty(reply: ReplyEntry): boolean {
  return reply.calls.length === 0 && reply.raw.trim() === "" && reply.text.trim() === "";
}

function isAnswerOrReply(entry: Entry | undefined, reply: ReplyEntry): boolean {
  return entry === reply || (entry?.type === "result" && reply.calls.some((call) => call.id === entry.call));
}

/** Entries the model can see, in order. */
export function visibleEntries(log: Log): Log {
  const hidden = hiddenEntries(log);
  return log.filter((entry) => !hidden.has(entry.seq));
}

/** The newest view of each file shown in this run and still in the model's view, by path. */
export function shownFiles(log: Log): ReadonlyMap<string, readonly FileView[]> {
  const start = runEntries(log)[0]?.seq ?? log.length;
  const views = new Map<string, FileView[]>();
  for (const entry of visibleEntries(log)) {
    if (entry.seq < start) continue;
    for (const view of viewsIn(entry)) views.set(view.path, [...(views.get(view.path) ?? []), view]);
  }
  return views;
}

/** The views of files that one entry gave the model. */
export function viewsIn(entry: Entry): readonly FileView[] {
  switch (entry.type) {
    case "message":
      return entry.message.files ?? [];
    case "notes":
      return entry.notes.flatMap((note) => note.files ?? []);
    case "result":
      return entry.result.effects?.shown ?? [];
    default:
      return [];
  }
}

/** Every change of a file among the entries, oldest first: by tools, by restoring, and begun without a known end (a crash). */
export function fileChanges(entries: Log): readonly { readonly seq: number; readonly change: FileChange }[] {
  const answered = new Set(entries.filter(ofType("result")).map((entry) => entry.call));
  return entries.flatMap((entry) => {
    const changes = changesIn(entry, answered);
    return changes.map((change) => ({ seq: entry.seq, change }));
  });
}

function changesIn(entry: Entry, answered: ReadonlySet<string>): readonly FileChange[] {
  if (entry.type === "result") return entry.result.effects?.changed ?? [];
  if (entry.type !== "fact") return [];
  if (entry.name === "restored") return entry.value as unknown as FileChange[];
  if (entry.name !== "change-begun") return [];
  const begun = entry.value as unknown as { call: string; changes: FileChange[] };
  return answered.has(begun.call) ? [] : begun.changes;
}

/** What must be written so that all files are again as they were when entry `seq` was appended: the first `before` of each path changed since. */
export function stateAt(log: Log, seq: number): readonly { readonly path: string; readonly content: string | null }[] {
  const state = new Map<string, string | null>();
  for (const { seq: at, change } of fileChanges(log)) {
    if (at > seq && !state.has(change.path)) state.set(change.path, change.before);
  }
  return [...state].map(([path, content]) => ({ path, content }));
}

/** Net changes among the entries: first `before` and last `after` of each path, those that cancel out left away. */
export function netChanges(entries: Log): readonly FileChange[] {
  const net = new Map<string, FileChange>();
  for (const { change } of fileChanges(entries)) {
    net.set(change.path, {
      ...change,
      before: net.has(change.path) ? (net.get(change.path)?.before ?? null) : change.before,
    });
  }
  return [...net.values()].filter((change) => change.before !== change.after);
}

/** Calls of the newest reply that have no result yet. */
export function openCalls(log: Log): readonly Call[] {
  const reply = lastReply(log);
  if (!reply) return [];
  const answered = new Set(
    log
      .filter(ofType("result"))
      .filter((entry) => entry.seq > reply.seq)
      .map((entry) => entry.call),
  );
  return reply.calls.filter((call) => !answered.has(call.id));
}

/** The notes among the entries, oldest first, with the entry's number. */
export function notesIn(entries: Log): readonly { readonly seq: number; readonly note: Note }[] {
  return entries.filter(ofType("notes")).flatMap((entry) => entry.notes.map((note) => ({ seq: entry.seq, note })));
}

/** How often features nudged the model among the entries, all kinds or one. */
export function nudges(entries: Log, kind?: string): number {
  return entries.filter(
    (entry) =>
      entry.type === "verdict" && entry.verdict.do === "nudge" && (kind === undefined || entry.verdict.kind === kind),
  ).length;
}
