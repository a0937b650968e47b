import { endsLine } from "../ends-line.ts";
import { areListed } from "../make-python-call.ts";
import { readHarmonyHeader } from "../read-harmony-header.ts";
import type { Dialect } from "./dialect.ts";
import { readHarmonyBody } from "./harmony.ts";

const NAME = "harmony-unmarked";

/**
 * `commentary to=functions.NAME json{…}`: what is left of a call of gpt-oss where the server swallowed its tokens. With none
 * of them left it must name a tool on offer and fit it, on a line of its own.
 */
export const harmonyUnmarked: Dialect = {
  name: NAME,
  opens: {
    marks: [
      "to=",
      "commentary to=",
      "analysis to=",
      "assistant to=",
      "assistantcommentary to=",
      "assistantanalysis to=",
    ],
    only: "line",
  },
  *read(feed, _, options) {
    const header = yield* readHarmonyHeader(feed);
    if (!header || (!header.hasTokens && !areListed([{ name: header.recipient }], options))) return null;
    const taken = yield* readHarmonyBody(feed, header, options);
    if (header.hasTokens || !("calls" in taken)) return taken;
    const problem = taken.calls[0]?.problem;
    if (taken.isLast || (problem === undefined && (yield* endsLine(feed, taken.end)))) return taken;
    if (problem !== undefined) options.notice(problem);
    return null;
  },
};
