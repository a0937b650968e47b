import type { Json, Request, Settings } from "../types.ts";
import type { ThinkingQuirk } from "./quirks.ts";

type Fields = { readonly [name: string]: Json };

/** Budgets in tokens up to which an effort is low, and medium; a model with levels can't be switched off. */
const LOW_UP_TO = 1_000;
const MEDIUM_UP_TO = 8_000;

/** What the chat template is told about thinking: off, on, how much. */
export function templateFields({ settings, continues }: Request, quirk: ThinkingQuirk): Fields {
  // A template that opens a thought refuses a beginning of the answer.
  const isOff = settings.thinking === "off" || continues !== undefined;
  const { variable, effort } = settings.thinkingSwitch ?? {};
  const onlyThought = continues !== undefined && continues.text === "" && continues.thinking !== "";
  const close = onlyThought ? quirk.closeThought : {};
  if (effort) return { ...effortFields(isOff ? "off" : settings.thinking, quirk), ...close };
  if (!quirk.variables) return close;
  if (isOff) return { chat_template_kwargs: { [variable ?? "enable_thinking"]: false }, ...close };
  return variable && settings.thinking !== undefined ? { chat_template_kwargs: { [variable]: true } } : {};
}

function effortFields(thinking: Settings["thinking"], quirk: ThinkingQuirk): Fields {
  if (thinking === undefined || quirk.effort === null) return {};
  const tokens = thinking === "off" ? 0 : thinking;
  const level = tokens <= LOW_UP_TO ? "low" : tokens <= MEDIUM_UP_TO ? "medium" : "high";
  return { reasoning_effort: level, ...(quirk.variables ? { chat_template_kwargs: { reasoning_effort: level } } : {}) };
}

/** The budget in the server's own fields, and what lets a thought be ended in flight. */
export function budgetFields({ thinking, thinkingSwitch }: Settings, quirk: ThinkingQuirk): Fields {
  if (typeof thinking === "number") {
    return { ...Object.fromEntries(quirk.budgets.map((name) => [name, thinking])), ...quirk.control };
  }
  const isNone = thinking === "off" && thinkingSwitch !== undefined && !thinkingSwitch.effort;
  return isNone && quirk.effort === "with-none" ? { reasoning_effort: "none" } : {};
}

/** The word that switches thinking off, for the system text of servers that can't be told otherwise. */
export function offWord({ thinking, thinkingSwitch }: Settings, quirk: ThinkingQuirk): string | undefined {
  if (thinking !== "off" || quirk.variables || quirk.effort === "with-none") return undefined;
  return thinkingSwitch?.offWord;
}
