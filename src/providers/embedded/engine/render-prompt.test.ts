import { describe, expect, it } from "vitest";
import type { Request } from "../../../types.ts";
import { createPromptRenderer } from "./render-prompt.ts";

// In the manner of the templates that models ship: whitespace control, tojson, loop variables, a macro and raise_exception.
const template = `{%- macro close() -%}<|end|>{%- endmacro -%}
{{- bos_token -}}
{%- if tools %}
    {{- '<|tools|>' }}
    {%- for tool in tools %}
        {{- '\\n' + (tool | tojson) }}
    {%- endfor %}
    {{- close() }}
{%- endif %}
{%- for message in messages %}
    {%- if message.role == 'tool' %}
        {{- '<|result ' + message.tool_call_id + '|>' + message.content + close() }}
    {%- elif message.role in ['system', 'user', 'assistant'] %}
        {{- '<|' + message.role + '|>' }}
        {%- if message.reasoning_content %}
            {{- '<think>' + message.reasoning_content + '</think>' }}
        {%- endif %}
        {{- message.content }}
        {%- for call in message.tool_calls or [] %}
            {{- '{"name": "' + call.function.name + '", "arguments": ' + (call.function.arguments | tojson) + '}' }}
        {%- endfor %}
        {{- close() }}
    {%- else %}
        {{- raise_exception('unknown role') }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|assistant|>' }}
{%- endif %}`;

const request: Request = {
  system: "Be brief.",
  tools: [{ name: "read", description: "Reads <a file>", parameters: { type: "object", properties: {} } }],
  messages: [
    { role: "user", text: "What's in é.txt?" },
    {
      role: "assistant",
      text: "",
      thinking: "look",
      calls: [{ id: "c1", name: "read", arguments: { path: "é.txt", lines: [1, 2.5], all: true }, form: "native" }],
    },
    { role: "tool", text: "</|end|>", call: "c1" },
  ],
  settings: {},
};

describe("createPromptRenderer", () => {
  it("writes what the template makes of OpenAI's message form, JSON spaced as in training data", () => {
    const { render, tools } = createPromptRenderer(template, "<s>", "</s>");
    expect(tools).toBe(true);
    expect(render(request)).toBe(
      [
        "<s><|tools|>",
        '{"type": "function", "function": {"name": "read", "description": "Reads <a file>", "parameters": {"type": "object", "properties": {}}}}<|end|>' +
          "<|system|>Be brief.<|end|><|user|>What's in é.txt?<|end|>" +
          '<|assistant|><think>look</think>{"name": "read", "arguments": {"path": "é.txt", "lines": [1, 2.5], "all": true}}<|end|>' +
          "<|result c1|></|end|><|end|><|assistant|>",
      ].join("\n"),
    );
  });

  it("only ever appends when messages are appended", () => {
    const { render } = createPromptRenderer(template, "<s>", "</s>");
    const before = render(request).slice(0, -"<|assistant|>".length);
    const after = render({ ...request, messages: [...request.messages, { role: "user", text: "And?" }] });
    expect(after.startsWith(before)).toBe(true);
  });

  it("has no system message where there is no system text, and ends with the beginning of the reply", () => {
    const { render } = createPromptRenderer(template, "", "");
    const messages = [{ role: "user", text: "x" }] as const;
    const continues = { text: "So", thinking: "" };
    expect(render({ system: "", tools: [], messages, settings: {}, continues })).toBe(
      "<|user|>x<|end|><|assistant|>So",
    );
  });

  it("says that a template shows no tools, also where it can't be rendered at all", () => {
    expect(createPromptRenderer("{# tools #}{{ messages[0].content }}", "", "").tools).toBe(false);
    expect(createPromptRenderer("{{ raise_exception('no') }}", "", "").tools).toBe(false);
  });

  it("throws on a template that can't be read, and what a template raises", () => {
    expect(() => createPromptRenderer("{% if %}", "", "")).toThrow();
    const { render } = createPromptRenderer("{{ raise_exception('only users') }}", "", "");
    expect(() => render(request)).toThrow("only users");
  });

  it("closes and keeps the thought of a reply that is gone on with, and tells the template whether to think", () => {
    const source = "{{ '<|assistant|>' }}{% if enable_thinking %}<think>\n{% else %}<think>\n\n</think>\n\n{% endif %}";
    const { render } = createPromptRenderer(source, "", "");
    const settings = { thinking: "off", thinkingSwitch: { variable: "enable_thinking" } } as const;
    const ask = { system: "", tools: [], messages: [], settings };
    expect(render(ask)).toBe("<|assistant|><think>\n\n</think>\n\n");
    expect(render({ ...ask, settings: { ...settings, thinking: 500 } })).toBe("<|assistant|><think>\n");
    expect(render({ ...ask, continues: { thinking: "So, first\n", text: "Well" } })).toBe(
      "<|assistant|><think>\nSo, first\n</think>\n\nWell",
    );
    const plain = createPromptRenderer("{{ '<|assistant|>' }}", "", "");
    expect(plain.render({ ...ask, continues: { thinking: "hm", text: "" } })).toBe(
      "<|assistant|><think>\nhm\n</think>\n\n",
    );
  });
});
