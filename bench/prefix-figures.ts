import type { Request } from "../src/types.ts";

/** Tokens of the fixed prefix; `total` is the sum of the other three. */
export type PrefixFigures = {
  readonly system: number;
  readonly tools: number;
  /** What the chat template puts around them and around the first message. */
  readonly template: number;
  readonly total: number;
};

/** The most tokens that the prefix may take. */
export const PREFIX_GOAL = 1_500;

/** A text that is one token in every vocabulary. */
const ONE_TOKEN = "x";

/**
 * Splits the prefix by counting whole requests that lack a part of it, since a template may put anything between parts.
 * What the template says once for any number of tools is found from one tool, another, and both together.
 * Undefined where the server can't count.
 */
export async function measurePrefix(
  count: (request: Request) => Promise<number | null>,
  prefix: Pick<Request, "system" | "tools">,
): Promise<PrefixFigures | undefined> {
  const [first, second] = prefix.tools;
  if (!first || !second) throw new Error("The prefix has fewer than two tools.");
  const { system } = prefix;
  const parts = [
    { system: ONE_TOKEN, tools: [] },
    { system, tools: [] },
    { system, tools: [first] },
    { system, tools: [second] },
    { system, tools: [first, second] },
    prefix,
  ];
  const counts: number[] = [];
  for (const part of parts) {
    const tokens = await count({ ...part, messages: [{ role: "user", text: ONE_TOKEN }], settings: {} });
    if (tokens === null) return undefined;
    counts.push(tokens);
  }
  const [bare, plain, withFirst, withSecond, withBoth, whole] = counts as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const systemTokens = plain - bare + 1;
  const toolTokens = whole - plain - (withFirst + withSecond - withBoth - plain);
  const total = whole - 1;
  return { system: systemTokens, tools: toolTokens, template: total - systemTokens - toolTokens, total };
}

/** The last line of the benchmark and its exit code: 0 when the goal is met, 1 otherwise. */
export function judgePrefix({ total }: PrefixFigures, toolCount: number): { line: string; exitCode: 0 | 1 } {
  const isMet = total <= PREFIX_GOAL;
  const figures = `${grouped(total)} tokens (goal ≤ ${grouped(PREFIX_GOAL)}) for the system text and ${toolCount} core tools`;
  return { line: `${isMet ? "goal met" : "short of goal"}: ${figures}`, exitCode: isMet ? 0 : 1 };
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
