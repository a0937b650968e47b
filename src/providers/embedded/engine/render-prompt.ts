import { Template } from "@huggingface/jinja";
import type { Request, WireMessage } from "../../../types.ts";

/** Turns requests into the text a model was trained to read. */
export type PromptRenderer = {
  /** Throws what the template raises. */
  render(request: Request): string;
  /** The template shows tools to the model. */
  readonly tools: boolean;
};

/** Makes a renderer from a GGUF file's chat template; `bos` and `eos` are its tokens' texts. */
export function createPromptRenderer(chatTemplate: string, bos: string, eos: string): PromptRenderer {
  const template = new Template(chatTemplate);
  const render = (request: Request): string => {
    const withTools = request.tools.length > 0 && request.settings.toolsMode !== "prompt";
    const system = request.system === "" ? [] : [{ role: "system", content: request.system }];
    const text = template.render({
      messages: [...system, ...request.messages.map(toTemplateMessage)],
      ...(withTools ? { tools: request.tools.map(toTemplateTool) } : {}),
      ...templateVariables(request),
      add_generation_prompt: true,
      bos_token: bos,
      eos_token: eos,
    });
    return text + (request.continues ? beginningOf(request.continues, text) : "");
  };
  return { render, tools: showsTools(render) };
}

/** Thinking on or off, where the template has a variable for it. A thought that is to be closed and kept needs it on. */
function templateVariables({ settings, continues }: Request): Record<string, boolean> {
  const { variable } = settings.thinkingSwitch ?? {};
  if (!variable || settings.thinking === undefined) return {};
  return { [variable]: settings.thinking !== "off" || Boolean(continues?.thinking) };
}

/** What the model has written so far: its thought, closed, then its text. Some templates open the thought themselves. */
function beginningOf({ text, thinking }: NonNullable<Request["continues"]>, prompt: string): string {
  if (thinking === "") return text;
  const opening = /<think>\s*$/.test(prompt) ? "" : "<think>\n";
  return `${opening}${thinking.trim()}\n</think>\n\n${text}`;
}

/** Templates expect OpenAI's message form, with a call's arguments as an object. */
function toTemplateMessage(message: WireMessage): Record<string, unknown> {
  const { role, text, thinking, calls = [], call } = message;
  return {
    role,
    content: text,
    ...(thinking ? { reasoning_content: thinking } : {}),
    ...(call === undefined ? {} : { tool_call_id: call }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, arguments: args }) => ({
            type: "function",
            id,
            function: { name, arguments: args },
          })),
        }),
  };
}

function toTemplateTool({ name, description, parameters }: Request["tools"][number]): Record<string, unknown> {
  return { type: "function", function: { name, description, parameters } };
}

/** Tried rather than searched for in the template's source: what counts is that a tool's name reaches the model. */
function showsTools(render: (request: Request) => string): boolean {
  const name = "a_tool_to_look_for";
  const tool = { name, description: "", parameters: { type: "object", properties: {} } };
  try {
    return render({ system: "", tools: [tool], messages: [{ role: "user", text: "" }], settings: {} }).includes(name);
  } catch {
    return false;
  }
}
