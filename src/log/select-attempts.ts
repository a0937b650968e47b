import type { Context, Settings } from "../types.ts";
import { replies, restarts, runEntries } from "./select.ts";

/** What a further attempt starts from: its number (2 is the first restart), the entry whose files come back, its settings. */
export type NextAttempt = { readonly number: number; readonly snapshot: number; readonly settings: Settings };

/** The next attempt of this run, without thinking (H4), at the attempts' temperature and with a seed of its own; nothing when attempts or steps are used up. */
export function nextAttempt({ log, profile }: Pick<Context, "log" | "profile">): NextAttempt | undefined {
  const run = runEntries(log);
  const used = restarts(log) + 1;
  if (used >= profile.attempts || replies(run).length >= profile.maxSteps) return undefined;
  const { seed } = profile.settings;
  return {
    number: used + 1,
    snapshot: run[0]?.seq ?? log.length,
    settings: {
      thinking: "off",
      temperature: profile.attemptTemperature,
      ...(seed === undefined ? {} : { seed: seed + used }),
    },
  };
}
