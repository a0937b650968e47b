import { isAffirmation } from "../lib/is-affirmation.ts";
import type { Entry } from "../types.ts";
import { personMessages, runEntries } from "./select.ts";

// Selectors about what the person wants in the run under way.

type Log = readonly Entry[];

/**
 * What the person asked for in this run, messages joined by blank lines. Where the run began with a mere "yes" or "go on",
 * what the run before was asked for stands in its place.
 */
export function requestText(log: Log): string {
  const [first, ...others] = personMessages(runEntries(log));
  if (first === undefined) return "";
  const before = isAffirmation(first) ? requestText(entriesBeforeRun(log)) : "";
  return [before || first, ...others].join("\n\n");
}

/** The log up to the last outcome before this run, as if that run were still under way. */
function entriesBeforeRun(log: Log): Log {
  const start = runEntries(log)[0]?.seq ?? 0;
  return log.slice(
    0,
    log.findLastIndex((entry) => entry.seq < start && entry.type === "outcome"),
  );
}
