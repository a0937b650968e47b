import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startFakeLlamaServer } from "./fake-llama-server.ts";
import { treeMemoryMb } from "./process-memory.ts";
import { judgeStartup, median } from "./startup-goals.ts";

describe("judgeStartup", () => {
  const good = { emptyMs: 40, versionMs: 70, questionMs: 210, memoryMb: 100 };

  it("is content with figures at their goals", () => {
    expect(judgeStartup(good)).toEqual({
      line: "goal met: --version +30 ms over an empty program (goal +30), launch to first question +170 ms (goal +170), peak memory 100 MB (goal 100)",
      exitCode: 0,
    });
  });

  it.each([{ versionMs: 70.6 }, { questionMs: 211 }, { memoryMb: 100.5 }])("is short of its goal with %o", (worse) => {
    const { line, exitCode } = judgeStartup({ ...good, ...worse });
    expect([line.split(":")[0], exitCode]).toEqual(["short of goal", 1]);
  });

  it("says that memory was not measured", () => {
    expect(judgeStartup({ emptyMs: 40, versionMs: 39, questionMs: 50 }).line).toMatch(
      /^goal met: --version −1 ms.*not measured/,
    );
  });
});

it("median takes the middle, or the mean of two", () => {
  expect([median([9, 1, 5]), median([4, 1, 3, 2]), median([7]), median([])]).toEqual([5, 2.5, 7, Number.NaN]);
});

it.runIf(existsSync("/proc/self/smaps_rollup"))("treeMemoryMb counts a child of a child (needs /proc)", async () => {
  const grow = "const pages = Buffer.alloc(60e6, 1); console.log(pages.length); setInterval(() => pages, 1000)";
  const script = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grow)}], { stdio: "inherit" })`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  const pid = child.pid ?? 0;
  try {
    await once(child.stdout, "data");
    expect(treeMemoryMb(pid)).toBeGreaterThan(75);
  } finally {
    process.kill(-pid, "SIGKILL");
  }
  await once(child, "close");
  expect(treeMemoryMb(pid)).toBe(0);
});

it("the fake server tells of a question and streams an answer", async () => {
  const server = await startFakeLlamaServer(0);
  const question = server.nextQuestion();
  const props = (await (await fetch(`${server.url}/props`)).json()) as {
    default_generation_settings: { n_ctx: number };
  };
  expect(props.default_generation_settings.n_ctx).toBe(16_384);
  const reply = await fetch(`${server.url}/v1/chat/completions`, { method: "POST", body: "{}" });
  expect(await question).toBeGreaterThan(0);
  expect(await reply.text()).toMatch(/"content":"Hello\."[\s\S]*"prompt_tokens":1200[\s\S]*data: \[DONE\]\n\n$/);
  expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
  await server.close();
});
