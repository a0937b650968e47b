import type { AgentParts } from "../agent/agent-parts.ts";
import { createInbox } from "../agent/create-inbox.ts";
import { createLog, type Log } from "../log/create-log.ts";
import { buildPrefix } from "../prompt/build-prefix.ts";
import type { AgentEvent, Feature, Profile, ServerFacts, Tool } from "../types.ts";
import {
  createScriptedProvider,
  SCRIPTED_FACTS,
  type ScriptedProvider,
  type ScriptedReply,
} from "./create-scripted-provider.ts";

export const TEST_PROFILE: Profile = {
  name: "test",
  editFormat: "whole",
  ask: "tools",
  ladder: ["repair", "attempt"],
  attempts: 1,
  attemptTemperature: 0.8,
  maxSteps: 20,
  attachShare: 0.3,
  protectTests: true,
  settings: { temperature: 0 },
};

export type TestAgent = {
  readonly parts: AgentParts;
  readonly provider: ScriptedProvider;
  readonly log: Log;
  readonly events: readonly AgentEvent[];
  /** What the loop restored, call by call. */
  readonly restored: readonly (readonly { path: string; content: string | null }[])[];
  abort(): void;
};

/** The real loop over a scripted provider: everything that a test does not name is the simplest that works. */
export function createTestAgent(options: {
  readonly script: Parameters<typeof createScriptedProvider>[0] | readonly ScriptedReply[];
  readonly features?: readonly Feature[];
  readonly tools?: readonly Tool[];
  readonly profile?: Partial<Profile>;
  readonly facts?: Partial<ServerFacts>;
  readonly endsThoughts?: boolean;
  readonly log?: Log;
  readonly restore?: AgentParts["restore"];
}): TestAgent {
  const log = options.log ?? createLog();
  const events: AgentEvent[] = [];
  const restored: (readonly { path: string; content: string | null }[])[] = [];
  const controller = new AbortController();
  const entries = (): AgentParts["log"]["entries"] => log.entries;
  const provider = createScriptedProvider(options.script, {
    entries,
    ...(options.facts ? { facts: options.facts } : {}),
    endsThoughts: options.endsThoughts ?? true,
  });
  const tools = options.tools ?? [];
  const parts: AgentParts = {
    log,
    provider,
    facts: { ...SCRIPTED_FACTS, ...options.facts },
    profile: { ...TEST_PROFILE, ...options.profile },
    prefix: buildPrefix(tools),
    tools,
    features: options.features ?? [],
    inbox: createInbox(),
    signal: controller.signal,
    emit: (event) => void events.push(event),
    confirm: async () => false,
    restore: async (files) => {
      restored.push(files);
      return options.restore
        ? options.restore(files)
        : files.map(({ path, content }) => ({ path, before: "?", after: content }));
    },
  };
  return { parts, provider, log, events, restored, abort: () => controller.abort() };
}

/** A tool that answers with a fixed text, or with what `run` gives; its call is an action of `kind`. */
export function createTestTool(
  name: string,
  options: {
    readonly kind?: "read" | "search" | "change" | "run";
    readonly run?: Tool["run"];
    readonly changes?: readonly string[];
  } = {},
): Tool {
  return {
    name,
    description: `Test tool ${name}.`,
    parameters: { type: "object", properties: { text: { type: "string" } }, required: [] },
    prepare: async (call) => ({
      call,
      kind: options.kind ?? "read",
      paths: options.changes ?? [],
      ...(options.changes ? { changes: options.changes.map((path) => ({ path, before: "old", after: "new" })) } : {}),
    }),
    run: options.run ?? (async () => ({ ok: true, text: `${name} was run` })),
  };
}
