import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadEnvironment } from "../config/load.ts";
import { llamaCppReply, llamaCppRoutes } from "../testing/llama-cpp-replies.ts";
import { startReplayServer } from "../testing/replay-server.ts";
import { createAgent } from "./create-agent.ts";
import { requestPrefix } from "./request-prefix.ts";

it("is what an agent in another folder sends, and leaves no trace", async () => {
  const parent = mkdtempSync(join(tmpdir(), "whippet-prefix-"));
  const [cwd, other] = [mkdtempSync(join(parent, "a-")), mkdtempSync(join(parent, "b-"))];
  const server = await startReplayServer(llamaCppRoutes([llamaCppReply("Hello.")]));
  const environment = { ...loadEnvironment(), stateDir: join(parent, "state") };
  const agent = await createAgent({ cwd, environment, baseUrl: server.origin });
  try {
    await agent.run("say hello");
    const sent = server.requests.find(({ route }) => route === "POST /v1/chat/completions");
    const body = JSON.parse(sent?.body ?? "{}");
    const prefix = requestPrefix(other);
    expect(body.messages[0]).toEqual({ role: "system", content: prefix.system });
    const tools = prefix.tools.map(({ name, description }) => ({ name, description }));
    expect(body.tools).toMatchObject(tools.map((tool) => ({ type: "function", function: tool })));
    expect(tools.length).toBeGreaterThanOrEqual(7);
    expect(readdirSync(other)).toEqual([]);
  } finally {
    await agent.close();
    await server.close();
    rmSync(parent, { recursive: true, force: true });
  }
});
