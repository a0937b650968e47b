import { createNativeCallAssembler } from "../parse/assemble-native-calls.ts";
import { createReplyParser } from "../parse/create-reply-parser.ts";
import { rememberServer } from "../sessions/known-servers.ts";
import type { Call, Provider, ProviderError, Request, ServerFacts, ToolSpec, Usage } from "../types.ts";
import type { AgentOptions } from "./agent-options.ts";
import { chooseProvider } from "./choose-provider.ts";

/** What one look at the server showed. `calls` is what was understood of the reply to one easy task with one tool. */
export type Diagnosis = {
  readonly facts: ServerFacts;
  readonly calls: readonly Call[];
  readonly text: string;
  readonly usage?: Usage;
  readonly error?: ProviderError;
};

const LIST: ToolSpec = {
  name: "list",
  description: "Lists the files of a folder.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

/** The one call tried: short, so that also a slow machine answers in seconds. */
const TRIAL: Request = {
  system: "You are a coding agent. Use the tool.",
  tools: [LIST],
  messages: [{ role: "user", text: 'List the files of the folder "src" with the list tool.' }],
  settings: { temperature: 0, maxTokens: 96, thinking: "off" },
};

/** `whippet doctor`: finds a model as a run would, asks its server for facts, and tries one call; where the server can't do tools, that is remembered for runs (K9). Throws a `UserError`, or the signal's reason. */
export async function diagnose(options: AgentOptions, signal: AbortSignal): Promise<Diagnosis> {
  const provider = await chooseProvider(options, signal);
  try {
    const facts = await provider.facts(signal);
    const tried = await tryCall(provider, signal);
    signal.throwIfAborted();
    const { kind } = tried.error ?? {};
    if (kind === "no-tools" || kind === "parse") {
      rememberServer(options.environment.stateDir, facts, { toolsMode: "prompt" });
    }
    return { facts, ...tried };
  } finally {
    await provider.close();
  }
}

async function tryCall(provider: Provider, signal: AbortSignal): Promise<Omit<Diagnosis, "facts">> {
  const parser = createReplyParser({ tools: TRIAL.tools });
  const native = createNativeCallAssembler({ tools: TRIAL.tools });
  for await (const event of provider.stream(TRIAL, signal)) {
    if (event.type === "text") parser.push(event.text);
    else if (event.type === "call") native.push(event);
    else if (event.type === "error") return { calls: [], text: "", error: event.error };
    else if (event.type === "end") {
      const { calls, text } = parser.end(event.finish);
      return { calls: [...native.end(event.finish), ...calls], text, usage: event.usage };
    }
  }
  return { calls: [], text: "" };
}
