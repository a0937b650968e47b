import type { Call, Json, Request, Settings, WireMessage } from "../types.ts";
import { cleanSchema } from "./clean-schema.ts";
import type { Quirk } from "./quirks.ts";

type Fields = { readonly [name: string]: Json };

/**
 * The body of `POST /v1/chat/completions`, streamed. Equal requests give equal bytes: keys stand in a fixed order.
 * Throws where a continuation is asked of a server whose row does not know it.
 */
export function toOpenAiBody(request: Request, model: string, quirk: Quirk): Fields {
  return {
    model,
    ...toOpenAiPrompt(request, quirk),
    stream: true,
    stream_options: { include_usage: true },
    ...sampling(request.settings, quirk),
    ...quirk.body,
  };
}

/** The part of the body that becomes the prompt: messages, tools and what the template is told. */
export function toOpenAiPrompt(request: Request, quirk: Quirk): Fields {
  const tools = request.settings.toolsMode === "prompt" ? [] : request.tools;
  // A template that opens a thought refuses a beginning of the answer.
  const thinkingOff = request.settings.thinking === "off" || request.continues !== undefined;
  return {
    messages: toOpenAiMessages(request, quirk),
    ...(tools.length === 0 ? {} : { tools: tools.map(toOpenAiTool) }),
    ...(thinkingOff ? quirk.thinkingOff : {}),
  };
}

/** The messages as the server gets them: the one system message first, a continuation last. */
export function toOpenAiMessages(request: Request, quirk: Quirk): Fields[] {
  const { system, messages, continues } = request;
  if (continues && !quirk.continues) throw new Error(`${quirk.name} does not continue an unfinished reply.`);
  return [
    ...(system === "" ? [] : [{ role: "system", content: system }]),
    ...messages.map(toOpenAiMessage),
    ...(continues ? [toOpenAiMessage({ role: "assistant", ...continues })] : []),
  ];
}

function toOpenAiMessage({ role, text, thinking, calls = [], call }: WireMessage): Fields {
  if (role === "tool") return { role, tool_call_id: call ?? "", content: text };
  return {
    role,
    content: text === "" && calls.length > 0 ? null : text,
    ...(thinking ? { reasoning_content: thinking } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toOpenAiCall) }),
  };
}

function toOpenAiCall(call: Call): Fields {
  return { id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.arguments) } };
}

function toOpenAiTool({ name, description, parameters }: Request["tools"][number]): Fields {
  return { type: "function", function: { name, description, parameters: cleanSchema(parameters) } };
}

function sampling(settings: Settings, quirk: Quirk): Fields {
  const beyond: Record<Quirk["samplers"][number], number | undefined> = {
    top_k: settings.topK,
    min_p: settings.minP,
    repeat_penalty: settings.repeatPenalty,
  };
  const fields: Record<string, number | undefined> = {
    max_tokens: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    ...Object.fromEntries(quirk.samplers.map((name) => [name, beyond[name]])),
    seed: settings.seed,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}
