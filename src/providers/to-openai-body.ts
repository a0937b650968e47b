import type { Call, Json, Request, Settings, WireMessage } from "../types.ts";
import { cleanSchema } from "./clean-schema.ts";
import type { Quirk } from "./quirks.ts";
import { budgetFields, offWord, templateFields } from "./thinking-fields.ts";

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
    ...budgetFields(request.settings, quirk.thinking),
    ...quirk.body,
  };
}

/** The part of the body that becomes the prompt: messages, tools and what the template is told. */
export function toOpenAiPrompt(request: Request, quirk: Quirk): Fields {
  const tools = request.settings.toolsMode === "prompt" ? [] : request.tools;
  return {
    messages: toOpenAiMessages(request, quirk),
    ...(tools.length === 0 ? {} : { tools: tools.map(toOpenAiTool) }),
    ...templateFields(request, quirk.thinking),
  };
}

/** The messages as the server gets them: the one system message first, a continuation last. */
export function toOpenAiMessages(request: Request, quirk: Quirk): Fields[] {
  const { messages, continues } = request;
  if (continues && !quirk.continues) throw new Error(`${quirk.name} does not continue an unfinished reply.`);
  const system = [request.system, offWord(request.settings, quirk.thinking)].filter(Boolean).join("\n\n");
  return [
    ...(system === "" ? [] : [{ role: "system", content: system }]),
    ...messages.map((message) => toOpenAiMessage(message, quirk)),
    ...(continues ? [toOpenAiMessage({ role: "assistant", ...continues }, quirk)] : []),
  ];
}

function toOpenAiMessage({ role, text, thinking, calls = [], call }: WireMessage, quirk: Quirk): Fields {
  if (role === "tool") return { role, tool_call_id: call ?? "", content: text };
  const { field } = quirk.thinking;
  return {
    role,
    content: text === "" && calls.length > 0 ? null : text,
    ...(thinking && field ? { [field]: thinking } : {}),
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
  const beyond = Object.entries(quirk.samplers) as [keyof Quirk["samplers"], string][];
  const fields: Record<string, number | undefined> = {
    max_tokens: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    presence_penalty: settings.presencePenalty,
    ...Object.fromEntries(beyond.map(([setting, name]) => [name, settings[setting]])),
    seed: settings.seed,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}
