import { describe, expect, it } from "vitest";
import { llamaCppReply } from "../../src/testing/llama-cpp-replies.ts";
import { jsonRecording } from "../../src/testing/replay-server.ts";
import { isBuilt, useBench } from "./program-under-test.ts";

const CALL = '```json\n{"name": "list", "arguments": {"path": "src"}}\n```';

describe.runIf(isBuilt)("doctor and models (needs dist/: npm run build)", () => {
  const { serve, whippet } = useBench();

  it("shows the server, its model and window, and the call that it understood", async () => {
    const url = await serve([llamaCppReply(CALL)], { window: 4_096 });
    const { code, stdout, stderr } = await whippet("doctor", "--base-url", url);
    expect(stdout).toMatch(/^server +llama\.cpp$/m);
    expect(stdout).toMatch(/^model +fake-coder-1\.5b \(1\.5 billion weights\)$/m);
    expect(stdout).toMatch(/^window +4096 tokens/m);
    expect(stdout).toMatch(/^one call +understood \(fenced-json\): list$/m);
    expect(stdout).toMatch(/^speed +500 tokens a second read, \d+ written$/m);
    expect(stdout).toMatch(/^warning .*-c 16384/m);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it.each([
    ["no call", llamaCppReply("I would look into src."), /^one call +not understood: I would look into src\.$/m],
    [
      "a call that has a mistake",
      llamaCppReply(CALL.replace('"path": "src"', "")),
      /^one call +not understood: .*path/m,
    ],
    ["an error", jsonRecording({ error: "out of memory" }, 500), /^one call +failed: .*out of memory/m],
  ])("ends with 1 where the reply holds %s", async (_, reply, words) => {
    const { code, stdout } = await whippet("doctor", "--base-url", await serve([reply]));
    expect(stdout).toMatch(words);
    expect(code).toBe(1);
  });

  it("says how to go on where there is no server", async () => {
    const { code, stderr } = await whippet("doctor", "--base-url", "http://127.0.0.1:9");
    expect(stderr).toMatch(/127\.0\.0\.1:9.*\n {2}\S/);
    expect(code).toBe(1);
  });

  it("lists the models that can be fetched, and refuses one that it does not know", async () => {
    const { code, stdout } = await whippet("models");
    expect(stdout).toMatch(/^qwen2\.5-coder-\S+ +\d+ MB {2}can be fetched$/m);
    expect(stdout).toContain("whippet models get NAME");
    expect(code).toBe(0);
    const unknown = await whippet("models", "get", "qwen9");
    expect(unknown).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("qwen2.5-coder") });
  });
});
