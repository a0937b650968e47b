import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, type WhippetAgent } from "../src/app/create-agent.ts";
import type { Environment } from "../src/config/load.ts";
import type { AgentEvent, Entry, ServerFacts, Usage } from "../src/types.ts";
import { root } from "./run-sample.ts";
import { type ScriptedReply, startScriptedServer } from "./scripted-server.ts";

/** One reply: the form of its calls, what the program had added to its request, and the server's figures. */
export type ConversationStep = {
  readonly form: string;
  readonly added: readonly string[];
  readonly usage: Usage | undefined;
};

export type Conversation = {
  readonly facts: ServerFacts;
  readonly steps: readonly ConversationStep[];
  /** Causes of the epochs that began; each lets the server read much of the request again. */
  readonly epochs: readonly string[];
};

/** Low enough that the note about the last steps comes. */
const MAX_STEPS = 10;

/**
 * Lets the whole program, as it is, work on a copy of a sample while the replies come from a script: its prefix, features,
 * tools and client, with the model server at `target`. Throws where the server or the program ends it early.
 */
export async function runConversation(options: {
  readonly target: string;
  readonly environment: Environment;
  readonly model?: string;
  readonly messages: readonly string[];
  readonly replies: readonly ScriptedReply[];
  readonly interrupt: AbortSignal;
}): Promise<Conversation> {
  const { environment, model, messages, replies, interrupt } = options;
  // Its random name is told to the model, so the server can't have read this conversation before.
  const folder = await mkdtemp(join(tmpdir(), "whippet-cache-"));
  const server = await startScriptedServer(options.target, replies);
  const recorder = createRecorder(replies.length, interrupt);
  try {
    const cwd = join(folder, "shop");
    await cp(join(root, "examples", "broken-cart"), cwd, { recursive: true });
    const agent = await createAgent({
      cwd,
      environment: { ...environment, stateDir: join(folder, "state") },
      baseUrl: server.url,
      ...(model ? { model } : {}),
      maxSteps: MAX_STEPS,
      attempts: 1,
      onEvent: recorder.take,
      signal: interrupt,
    });
    try {
      await converse(agent, messages, recorder);
      const epochs = recorder.entries.flatMap((entry) => (entry.type === "epoch" ? [entry.cause] : []));
      return { facts: agent.facts, steps: toSteps(recorder.entries), epochs };
    } finally {
      await agent.close();
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One run after the other until the script is at its end, which may be in the middle of a run. */
async function converse(agent: WhippetAgent, messages: readonly string[], recorder: Recorder): Promise<void> {
  for (let turn = 0; !recorder.full.aborted; turn++) {
    const before = recorder.entries.length;
    const { outcome } = await agent.run(messages[turn % messages.length] ?? "", recorder.stop);
    recorder.interrupt.throwIfAborted();
    const replies = recorder.entries.slice(before).filter((entry) => entry.type === "reply");
    const error = replies.find((reply) => reply.error)?.error;
    if (error || replies.length === 0) throw new Error(error?.message ?? outcome.why);
  }
}

type Recorder = {
  readonly entries: readonly Entry[];
  take(event: AgentEvent): void;
  /** Aborts with the last reply wanted. */
  readonly full: AbortSignal;
  readonly interrupt: AbortSignal;
  /** Either of both. */
  readonly stop: AbortSignal;
};

function createRecorder(repliesWanted: number, interrupt: AbortSignal): Recorder {
  const entries: Entry[] = [];
  const full = new AbortController();
  return {
    entries,
    full: full.signal,
    interrupt,
    stop: AbortSignal.any([interrupt, full.signal]),
    take(event) {
      if (event.type !== "entry") return;
      entries.push(event.entry);
      if (entries.filter(({ type }) => type === "reply").length >= repliesWanted) full.abort();
    },
  };
}

/** The log as steps: each reply, with the notes and nudges since the reply before. */
function toSteps(entries: readonly Entry[]): ConversationStep[] {
  const steps: ConversationStep[] = [];
  let added: string[] = [];
  for (const entry of entries) {
    added.push(...addedBy(entry));
    if (entry.type !== "reply") continue;
    const forms = new Set(entry.calls.map((call) => call.form));
    steps.push({ form: [...forms].join("+") || "words", added, usage: entry.usage });
    added = [];
  }
  return steps;
}

function addedBy(entry: Entry): readonly string[] {
  if (entry.type === "notes") return entry.notes.map((note) => note.kind);
  return entry.type === "verdict" && entry.verdict.do === "nudge" ? [entry.verdict.kind] : [];
}
