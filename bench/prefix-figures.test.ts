import { describe, expect, it } from "vitest";
import type { Request } from "../src/types.ts";
import { judgePrefix, measurePrefix } from "./prefix-figures.ts";

/** A template whose words are tokens: 3 around the system text, 20 once for tools and 2 for each, 5 around a message. */
async function countWords({ system, tools, messages }: Request): Promise<number> {
  const words = (text: string): number => text.split(" ").length;
  const toolWords = tools.reduce((sum, tool) => sum + words(tool.description) + 2, 0);
  const spoken = messages.reduce((sum, message) => sum + words(message.text) + 5, 0);
  return 3 + words(system) + (tools.length > 0 ? 20 : 0) + toolWords + spoken;
}

const tool = (description: string) => ({ name: "t", description, parameters: {} });

describe("measurePrefix", () => {
  it("tells texts from what the template puts around them", async () => {
    const prefix = { system: "you are a dog", tools: [tool("a b c"), tool("a"), tool("a b")] };
    expect(await measurePrefix(countWords, prefix)).toEqual({ system: 4, tools: 12, template: 28, total: 44 });
  });

  it("gives nothing where the server can't count", async () => {
    const prefix = { system: "s", tools: [tool("a"), tool("b")] };
    expect(await measurePrefix(async () => null, prefix)).toBeUndefined();
  });
});

it.each([
  [1_500, "goal met: 1,500 tokens (goal ≤ 1,500) for the system text and 7 core tools", 0],
  [1_501, "short of goal: 1,501 tokens (goal ≤ 1,500) for the system text and 7 core tools", 1],
])("judgePrefix of %d tokens", (total, line, exitCode) => {
  expect(judgePrefix({ system: 0, tools: 0, template: 0, total }, 7)).toEqual({ line, exitCode });
});
