import type { Entry, Profile, Settings, Verdict } from "../types.ts";
import { attemptEntries, facts, lastReply, runEntries } from "./select.ts";

// Selectors about the next request: what is asked, and with which settings.

type Log = readonly Entry[];

/** Name of the fact that says how tools are shown from now on: "native" or "prompt" (K9). */
export const TOOLS_MODE = "tools-mode";

/** The newest verdict of this attempt that no reply has followed yet. */
export function pendingVerdict(log: Log): Verdict | undefined {
  const entry = attemptEntries(log).findLast(({ type }) => type === "verdict" || type === "reply");
  return entry?.type === "verdict" ? entry.verdict : undefined;
}

/** The profile's settings, then those of the attempt's restart, then those that the newest verdict set for one request; the tools mode holds until it is changed. */
export function requestSettings(log: Log, profile: Profile): Settings {
  const verdicts = runEntries(log).flatMap((entry) => (entry.type === "verdict" ? [entry.verdict] : []));
  const restart = verdicts.findLast((verdict) => verdict.do === "restart");
  const verdict = pendingVerdict(log);
  return {
    ...profile.settings,
    ...(restart?.do === "restart" ? restart.settings : {}),
    ...(verdict && verdict.do !== "stop" ? verdict.settings : {}),
    toolsMode: toolsMode(log, profile),
  };
}

/** How tools are shown to the model: as the newest fact says, else as the profile does. */
export function toolsMode(log: Log, profile: Profile): "native" | "prompt" {
  const fact = facts(log, TOOLS_MODE).at(-1)?.value;
  return fact === "native" || fact === "prompt" ? fact : (profile.settings.toolsMode ?? "native");
}

/** Whether tools were shown otherwise in the last request than they are to be now. */
export function hasToolsModeChanged(log: Log, profile: Profile): boolean {
  const last = lastReply(log)?.settings.toolsMode;
  return last !== undefined && last !== toolsMode(log, profile);
}

/** Id of the side question that the next reply answers; a question asked again or gone on with is still the same. */
export function openQuestion(log: Log): string | undefined {
  const verdict = pendingVerdict(log);
  if (verdict?.do === "ask") return verdict.id;
  return verdict?.do === "retry" || verdict?.do === "continue" ? lastReply(log)?.answers : undefined;
}

/** Whether the answer to this question belongs to the work (its calls run), or to the side (they don't). */
export function isKeptQuestion(log: Log, id: string | undefined): boolean {
  const verdicts = log.flatMap((entry) => (entry.type === "verdict" ? [entry.verdict] : []));
  const ask = verdicts.findLast((verdict) => verdict.do === "ask" && verdict.id === id);
  return ask?.do === "ask" && ask.keep;
}
