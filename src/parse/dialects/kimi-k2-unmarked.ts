import { readNamedCalls } from "../read-named-calls.ts";
import type { Dialect } from "./dialect.ts";
import { KIMI_K2 } from "./kimi-k2.ts";

/** `functions.NAME:0<|tool_call_argument_begin|>{…}` of Kimi K2 where the server swallowed the mark before it: on a line of its own. */
export const kimiK2Unmarked: Dialect = {
  name: "kimi-k2-unmarked",
  opens: { marks: ["functions.", "functions_"], only: "line" },
  read: (feed, _, options) => readNamedCalls(feed, { ...KIMI_K2, needsSeparator: true }, options),
};
