/** Arguments of a call, in the order in which they are written; numbers and objects stand as JSON. */
export type TaggedArgument = readonly [name: string, value: string | number | object];

/** The pieces of a call as one family's template writes it, each tag a piece of its own. */
export type TaggedCallWriter = (name: string, given: readonly TaggedArgument[]) => readonly string[];

const raw = (value: TaggedArgument[1]): string => (typeof value === "string" ? value : JSON.stringify(value));
const TOKEN = "]<]minimax[>[";

/** How the families that put arguments between tags write a call, for tests of reading. */
export const TAGGED_CALL_WRITERS = {
  "qwen-xml": (name, given) => [
    "<tool_call>",
    "\n",
    `<function=${name}>`,
    "\n",
    ...given.flatMap(([key, value]) => [`<parameter=${key}>`, `\n${raw(value)}\n`, "</parameter>", "\n"]),
    "</function>",
    "\n",
    "</tool_call>",
  ],
  "seed-oss": (name, given) => [
    "<seed:tool_call>",
    "\n",
    `<function=${name}>`,
    "\n",
    ...given.flatMap(([key, value]) => [`<parameter=${key}>`, raw(value), "</parameter>", "\n"]),
    "</function>",
    "\n",
    "</seed:tool_call>",
  ],
  invoke: (name, given) => [
    "<minimax:tool_call>",
    "\n",
    `<invoke name="${name}">`,
    "\n",
    ...given.flatMap(([key, value]) => [`<parameter name="${key}">`, raw(value), "</parameter>", "\n"]),
    "</invoke>",
    "\n",
    "</minimax:tool_call>",
  ],
  dsml: (name, given) => [
    "<｜DSML｜tool_calls>",
    "\n",
    `<｜DSML｜invoke name="${name}">`,
    "\n",
    ...given.flatMap(([key, value]) => [
      `<｜DSML｜parameter name="${key}" string="${typeof value === "string"}">`,
      raw(value),
      "</｜DSML｜parameter>",
      "\n",
    ]),
    "</｜DSML｜invoke>",
    "\n",
    "</｜DSML｜tool_calls>",
  ],
  atem: (name, given) => [
    "<atem:function_calls>",
    "\n",
    `<atem:invoke name="${name}">`,
    "\n",
    ...given.flatMap(([key, value]) => [`<atem:parameter name="${key}">`, raw(value), "</atem:parameter>", "\n"]),
    "</atem:invoke>",
    "\n",
    "</atem:function_calls>",
  ],
  minicpm: (name, given) => [
    `<function name="${name}">`,
    ...given.flatMap(([key, value]) => [`<param name="${key}">`, raw(value), "</param>"]),
    "</function>",
  ],
  "kimi-k3": (name, given) => [
    "<|open|>tools<|sep|>",
    `<|open|>call tool="${name}" index="1"<|sep|>`,
    ...given.flatMap(([key, value]) => [
      `<|open|>argument key="${key}" type="${typeof value}"<|sep|>`,
      raw(value),
      "<|close|>argument<|sep|>",
    ]),
    "<|close|>call<|sep|>",
    "<|close|>tools<|sep|>",
  ],
  glm: (name, given) => [
    "<tool_call>",
    name,
    ...given.flatMap(([key, value]) => ["<arg_key>", key, "</arg_key>", "<arg_value>", raw(value), "</arg_value>"]),
    "</tool_call>",
  ],
  "minimax-m3": (name, given) => [
    `${TOKEN}<tool_call>`,
    "\n",
    `${TOKEN}<invoke name="${name}">`,
    ...given.flatMap(([key, value]) => [`${TOKEN}<${key}>`, raw(value), `${TOKEN}</${key}>`]),
    `${TOKEN}</invoke>`,
    "\n",
    `${TOKEN}</tool_call>`,
  ],
} as const satisfies { readonly [form: string]: TaggedCallWriter };
