import { hiddenEntries } from "../log/select.ts";
import type { Entry, Json, Provider, ProviderError, ReplyStream, Request, ServerFacts, StreamEvent } from "../types.ts";

/** One reply of the script. `hang`: the stream stays open after its events until it is aborted. */
export type ScriptedReply = {
  readonly text?: string;
  readonly thinking?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: { readonly [key: string]: Json } }[];
  readonly finish?: "stop" | "length";
  readonly error?: ProviderError;
  readonly hang?: boolean;
  /** Characters a text event carries; default 7, so that marks are split over events. */
  readonly chunk?: number;
};

export type ScriptedProvider = Provider & {
  readonly requests: readonly Request[];
  /** How often `endThinking` was called. */
  readonly thoughtsEnded: () => number;
};

export const SCRIPTED_FACTS: ServerFacts = {
  model: "scripted-1.5b",
  server: "scripted",
  window: 16_384,
  windowFrom: "server",
  tools: true,
  continues: true,
  warnings: [],
};

/**
 * A provider that answers from a script and checks every request: tool list and system text byte-equal, and, epochs
 * apart, all messages of the last kept request repeated byte for byte in the same places. Throws on a breach, and when
 * the script is at its end.
 */
export function createScriptedProvider(
  script: readonly ScriptedReply[] | ((request: Request, index: number) => ScriptedReply),
  options: {
    readonly entries: () => readonly Entry[];
    readonly facts?: Partial<ServerFacts>;
    /** False: a thought in flight can't be ended. Default true. */
    readonly endsThoughts?: boolean;
  },
): ScriptedProvider {
  const requests: Request[] = [];
  const marks: number[] = [];
  let thoughtsEnded = 0;
  return {
    requests,
    thoughtsEnded: () => thoughtsEnded,
    facts: async () => ({ ...SCRIPTED_FACTS, ...options.facts }),
    count: async () => null,
    close: async () => undefined,
    stream(request, signal) {
      assertPrefix(requests, marks, request, options.entries());
      requests.push(request);
      marks.push(options.entries().length);
      const reply = typeof script === "function" ? script(request, requests.length - 1) : script[requests.length - 1];
      if (!reply) throw new Error(`The script has no reply number ${requests.length}.`);
      const end = (): boolean => {
        thoughtsEnded += 1;
        return options.endsThoughts ?? true;
      };
      return Object.assign(play(reply, request, signal), { endThinking: end }) as ReplyStream;
    },
  };
}

async function* play(reply: ScriptedReply, request: Request, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const chunk = reply.chunk ?? 7;
  for (const type of ["thinking", "text"] as const) {
    const text = reply[type] ?? "";
    for (let start = 0; start < text.length && !signal.aborted; start += chunk) {
      yield { type, text: text.slice(start, start + chunk) };
      await Promise.resolve();
    }
  }
  for (const [index, call] of (reply.calls ?? []).entries()) {
    yield {
      type: "call",
      index,
      id: `native-${index}-${request.messages.length}`,
      name: call.name,
      arguments: JSON.stringify(call.arguments),
    };
  }
  if (reply.hang && !signal.aborted)
    await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
  if (signal.aborted) {
    yield { type: "error", error: { kind: "aborted", message: "aborted", hint: "", retryable: false } };
  } else if (reply.error) yield { type: "error", error: reply.error };
  else {
    const usage = {
      sent: Math.ceil(JSON.stringify(request.messages).length / 4),
      cached: null,
      evaluated: null,
      generated: 1,
    };
    yield { type: "end", finish: reply.finish ?? "stop", usage };
  }
}

/** Fails unless the request extends the last request that was kept. */
function assertPrefix(
  requests: readonly Request[],
  marks: readonly number[],
  next: Request,
  log: readonly Entry[],
): void {
  const kept = lastKept(requests, marks, log);
  if (!kept) return;
  const same = (part: string, before: unknown, after: unknown): void => {
    const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
    if (was === is) return;
    let at = 0;
    while (was[at] === is?.[at]) at++;
    throw new Error(
      `The prefix broke in ${part} at byte ${at}: ${was.slice(at, at + 60)} became ${is?.slice(at, at + 60)}`,
    );
  };
  same("the system text", kept.system, next.system);
  same("the tool list", kept.tools, next.tools);
  for (const [index, message] of kept.messages.entries()) same(`message ${index}`, message, next.messages[index]);
}

/** The newest request whose reply is still in view and after which no epoch began. */
function lastKept(requests: readonly Request[], marks: readonly number[], log: readonly Entry[]): Request | undefined {
  const hidden = hiddenEntries(log);
  for (let index = requests.length - 1; index >= 0; index--) {
    const since = log.slice(marks[index]);
    if (since.some((entry) => entry.type === "epoch")) return undefined;
    const reply = since.find((entry) => entry.type === "reply");
    if (reply && !hidden.has(reply.seq)) return requests[index];
  }
  return undefined;
}
