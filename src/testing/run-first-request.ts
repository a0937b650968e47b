import { run } from "../agent/loop.ts";
import type { Feature, Profile } from "../types.ts";
import { createTestAgent, type TestAgent } from "./create-test-agent.ts";

/** Runs one request that the model answers with "ok"; gives the first user entry as the model read it. */
export async function runFirstRequest(
  text: string,
  features: readonly Feature[],
  profile: Partial<Profile> = {},
): Promise<{ readonly entry: string; readonly agent: TestAgent }> {
  const agent = createTestAgent({ script: () => ({ text: "ok" }), features, profile });
  await run(agent.parts, { from: "person", lane: "soon", text });
  return { entry: agent.provider.requests[0]?.messages[0]?.text ?? "", agent };
}
