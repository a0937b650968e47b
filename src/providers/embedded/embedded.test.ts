import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Provider } from "../../types.ts";
import type { EmbeddedOptions } from "./embedded.ts";
import { bundleScript } from "./fixtures/bundle-script.ts";
import type { FakeConfig } from "./fixtures/fake-engine.ts";
import { asking, collect, createFakeModel } from "./fixtures/fake-model.ts";
import { tempFolder } from "./fixtures/temp-folder.ts";

const { signal } = new AbortController();
const bundles = mkdtempSync(join(tmpdir(), "whippet-bundles-"));
const paths = { child: "", engine: "", parent: "" };

beforeAll(async () => {
  paths.child = await bundleScript(join(import.meta.dirname, "engine-child.ts"), bundles);
  paths.engine = await bundleScript(join(import.meta.dirname, "fixtures/fake-engine.ts"), bundles);
  paths.parent = await bundleScript(join(import.meta.dirname, "fixtures/orphan-parent.ts"), bundles);
});
afterAll(() => rmSync(bundles, { recursive: true, force: true }));

function start(config: FakeConfig = {}, more: Partial<EmbeddedOptions> = {}) {
  const fake = createFakeModel(tempFolder(), paths, config);
  const provider = fake.provider(more);
  onTestFinished(() => provider.close());
  return { ...fake, provider };
}

/** Zombies count as gone: nobody may be there to reap an orphan. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self") || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function pidOf(log: () => Record<string, unknown>[]): number {
  return Number(log().findLast((line) => line["start"])?.["start"]);
}

async function firstEvents(provider: Provider, text: string, count: number): Promise<void> {
  let seen = 0;
  for await (const _ of provider.stream(asking(text), signal)) if (++seen === count) return;
}

describe("facts", () => {
  it("come from the loaded model", async () => {
    const { provider } = start();
    expect(await provider.facts(signal)).toEqual({
      model: "fake",
      server: "embedded",
      window: 8192,
      windowFrom: "config",
      tools: true,
      continues: true,
      parameters: 1,
      warnings: [],
    });
  });

  it("tell a template without tools, and warn of a window that the model made small", async () => {
    const { provider } = start({ template: "{{ messages[0].content }}", window: 4096 });
    const facts = await provider.facts(signal);
    expect(facts.tools).toBe(false);
    expect(facts.window).toBe(4096);
    expect(facts.warnings.join()).toContain("4096");
  });

  it("throw what the engine says when it can't load", async () => {
    const { provider } = start({ loadError: "bad magic" });
    await expect(provider.facts(signal)).rejects.toMatchObject({
      code: "engine-failed",
      message: expect.stringContaining("bad magic"),
    });
  });

  it("throw where the engine's program is missing", async () => {
    const { provider } = start({}, { childPath: "/nowhere/engine-child.js" });
    await expect(provider.facts(signal)).rejects.toMatchObject({
      message: expect.stringContaining("Cannot find module"),
    });
  });

  it("stop waiting when told to", async () => {
    const { provider } = start();
    await expect(provider.facts(AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });

  it("report loading in shares", async () => {
    const heard: [string, number][] = [];
    const { provider } = start({}, { onProgress: (what, share) => heard.push([what, share]) });
    await provider.facts(signal);
    expect(heard).toEqual([0.25, 0.5, 1].map((share) => ["loading fake", share]));
  });
});

describe("a reply", () => {
  it("arrives as text that never ends inside a character", async () => {
    const reply = "Grüße, 漢字 und 🐕‍🦺!";
    const { provider } = start({ reply });
    const { events, text, last } = await collect(provider, asking("x"));
    expect(text).toBe(reply);
    expect(events.filter((event) => event.type === "text" && event.text.includes("\u{FFFD}"))).toEqual([]);
    expect(events.filter((event) => event.type === "text").length).toBeGreaterThan(10);
    expect(last).toMatchObject({ type: "end", finish: "stop", usage: { generated: Buffer.byteLength(reply) } });
  });

  it("of a model that breaks off inside a character still ends", async () => {
    const { provider } = start({ reply: "ab漢" });
    const { text, last } = await collect(provider, asking("x", { settings: { maxTokens: 3 } }));
    expect(text).toBe("ab\u{FFFD}");
    expect(last).toMatchObject({ type: "end", finish: "length", usage: { generated: 3 } });
  });

  it("reads the prompt in slices and says how far it is", async () => {
    const { provider, log } = start();
    const { events, last } = await collect(provider, asking("a".repeat(3000)));
    const slices = log().flatMap((line) => (typeof line["slice"] === "number" ? [line["slice"]] : []));
    expect(Math.max(...slices)).toBeLessThanOrEqual(256);
    expect(slices.reduce((sum, slice) => sum + slice, 0)).toBe(3000 + "<user><assistant>".length - 1);
    expect(events.filter((event) => event.type === "waiting" && event.for === "prompt").length).toBe(slices.length + 1);
    expect(last).toMatchObject({ usage: { sent: 3017, cached: 0, evaluated: 3017 } });
  });

  it("reads again only what changed, and never lets the engine shift", async () => {
    const { provider, log } = start({ reply: "yes" });
    await collect(provider, asking("one two"));
    const messages = [
      { role: "user", text: "one two" },
      { role: "assistant", text: "yes" },
      { role: "user", text: "three" },
    ] as const;
    const { last } = await collect(provider, { ...asking(""), messages });
    // The reply's last token is only evaluated where another one was asked for.
    const cached = "<user>one two<assistant>yes".length;
    expect(last).toMatchObject({ usage: { cached, evaluated: "<user>three<assistant>".length } });
    expect(log().filter((line) => line["allowShift"] === true)).toEqual([]);
    const again = await collect(provider, { ...asking(""), messages });
    expect(again.last).toMatchObject({ usage: { evaluated: 1 } });
  });

  it("goes on from a beginning", async () => {
    const { provider } = start();
    const request = asking("x", { continues: { text: "I think", thinking: "" } });
    const { last } = await collect(provider, request);
    expect(last).toMatchObject({ usage: { sent: "<user>x<assistant>I think".length } });
    expect(await provider.count(request, signal)).toBe("<user>x<assistant>I think".length);
  });

  it("gets the request's sampling, and nothing that was not asked for", async () => {
    const { provider, log } = start();
    await collect(provider, asking("x"));
    const settings = { temperature: 0.7, topP: 0.8, topK: 20, minP: 0.1, seed: 5, repeatPenalty: 1.2 };
    await collect(provider, asking("y", { settings }));
    const [plain, full] = log().filter((line) => "evaluate" in line);
    expect(plain?.["options"]).toEqual({});
    const { repeatPenalty, ...rest } = settings;
    expect(full?.["options"]).toEqual({ ...rest, repeatPenalty: { penalty: repeatPenalty } });
    expect(full?.["punished"]).toBe("<user>y<assistant>".length);
  });

  it("does not put a second beginning-of-sequence token where the template has one", async () => {
    const own = start({ bos: true, template: "{{ bos_token }}{{ messages[0].content }}" });
    expect(await own.provider.count(asking("abc"), signal)).toBe(4);
    const none = start({ bos: true, template: "{{ messages[0].content }}" });
    expect(await none.provider.count(asking("abc"), signal)).toBe(4);
  });

  it("leaves tools out of the template where they are written in the prompt", async () => {
    const { provider } = start();
    const tools = [{ name: "read", description: "", parameters: {} }];
    const native = await provider.count(asking("x", { tools }), signal);
    const prompt = await provider.count(asking("x", { tools, settings: { toolsMode: "prompt" } }), signal);
    expect(prompt).toBe("<user>x<assistant>".length);
    expect(native).toBeGreaterThan(prompt ?? 0);
  });

  it("fills the window to its last token and not further", async () => {
    const { provider } = start({ window: 256, reply: "r".repeat(300) });
    const room = 256 - "<user>x<assistant>".length;
    const { last } = await collect(provider, asking("x"));
    expect(last).toMatchObject({ type: "end", finish: "length", usage: { generated: room } });
  });
});

describe("what can't be answered", () => {
  it("is a request larger than the window, told with both figures", async () => {
    const { provider } = start({ window: 256 });
    const { last } = await collect(provider, asking("a".repeat(239)));
    expect(last).toMatchObject({
      error: { kind: "overflow", message: expect.stringMatching(/256.*256/), retryable: false },
    });
    expect((await collect(provider, asking("a".repeat(238)))).last).toMatchObject({ type: "end" });
  });

  it("is what the template refuses; the engine lives on", async () => {
    const { provider, log } = start();
    const { last } = await collect(provider, asking("refuse"));
    expect(last).toMatchObject({ error: { message: expect.stringContaining("no such role") } });
    expect(await provider.count(asking("refuse"), signal)).toBeNull();
    expect((await collect(provider, asking("x"))).text).toBe("fine");
    expect(log().filter((line) => line["start"])).toHaveLength(1);
  });
});

describe("cancelling", () => {
  it("works at once while a long prompt is read, and the next request is answered within a second", async () => {
    const { provider, log } = start({ msPerToken: 5 });
    await provider.facts(signal);
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 700);
    const started = performance.now();
    const { last } = await collect(provider, asking("a".repeat(4000)), cancel.signal);
    expect(performance.now() - started).toBeLessThan(1700);
    expect(last).toMatchObject({ type: "error", error: { kind: "aborted" } });
    const next = await collect(provider, asking("b"));
    expect(performance.now() - started).toBeLessThan(2700);
    expect(next.text).toBe("fine");
    const held = log().findLast((line) => Number(line["slice"]) > 17)?.["held"];
    expect(held).toBeLessThan(500);
  });

  it("keeps what was read by then", async () => {
    const { provider } = start({ msPerToken: 2 });
    await provider.facts(signal);
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 300);
    await collect(provider, asking("a".repeat(500)), cancel.signal);
    const { last } = await collect(provider, asking("a".repeat(500)));
    const { cached = 0, evaluated } = last?.type === "end" ? last.usage : { evaluated: 0 };
    expect(cached).toBeGreaterThanOrEqual(64);
    expect((cached ?? 0) + (evaluated ?? 0)).toBe(517);
  });

  it("is done by leaving the loop, too", async () => {
    const { provider, log } = start({ reply: "r".repeat(2000), msPerReplyToken: 2 });
    await firstEvents(provider, "x", 8);
    const started = performance.now();
    expect(await provider.count(asking("y"), signal)).toBe(18);
    await collect(provider, asking("y", { settings: { maxTokens: 1 } }));
    expect(performance.now() - started).toBeLessThan(2000);
    expect(log().filter((line) => line["evaluate"])).toHaveLength(2);
  });

  it("before the start asks nothing", async () => {
    const { provider } = start();
    const { events } = await collect(provider, asking("x"), AbortSignal.abort());
    expect(events).toMatchObject([{ type: "error", error: { kind: "aborted" } }]);
  });
});

describe("the engine's process", () => {
  it("that is killed ends the reply with an error, and the next request starts it anew", async () => {
    const { provider, log } = start({ reply: "r".repeat(500), msPerReplyToken: 5 });
    await provider.facts(signal);
    const first = pidOf(log);
    setTimeout(() => process.kill(first, "SIGKILL"), 200);
    const { last } = await collect(provider, asking("x"));
    expect(last).toMatchObject({
      error: { kind: "stream-broken", retryable: true, message: expect.stringContaining("SIGKILL") },
    });
    const next = await collect(provider, asking("x", { settings: { maxTokens: 2 } }));
    expect(next.text).toBe("rr");
    expect(next.events[0]).toMatchObject({ type: "waiting", for: "load" });
    expect(pidOf(log)).not.toBe(first);
  });

  it("that dies by itself loses nothing it had said", async () => {
    const reply = "r".repeat(50);
    const { provider } = start({ reply, dieAt: "<user>x<assistant>".length + reply.length });
    const { text, last } = await collect(provider, asking("x"));
    expect(text).toBe(reply);
    expect(last).toMatchObject({ type: "error", error: { kind: "stream-broken" } });
  });

  it("whose engine fails is not used again", async () => {
    const { provider, log, configure } = start({ throwAt: 10 });
    const { last } = await collect(provider, asking("x"));
    expect(last).toMatchObject({ error: { kind: "server", message: expect.stringContaining("broke") } });
    configure({});
    const next = await collect(provider, asking("x"));
    expect(next.last).toMatchObject({ type: "end", usage: { cached: 0 } });
    expect(log().filter((line) => line["start"])).toHaveLength(2);
  });

  it("ends with close, and gets no variable but those it was given", async () => {
    const { provider, log } = start({}, { variables: { FOR_CHILD: "1" } });
    await provider.facts(signal);
    const pid = pidOf(log);
    expect(log()[0]?.["variables"]).toContain("FOR_CHILD");
    expect(log()[0]?.["variables"]).not.toContain("HOME");
    expect(isAlive(pid)).toBe(true);
    await provider.close();
    expect(isAlive(pid)).toBe(false);
  });

  it("stands in a group of its own, out of reach of the terminal's Ctrl-C", async () => {
    const { provider, log } = start();
    await provider.facts(signal);
    const pid = pidOf(log);
    // A group's number is its first process's; signal 0 to a group that is not there fails.
    expect(process.kill(-pid, 0)).toBe(true);
  });

  it("dies with a parent that is killed in the middle of a prompt", async () => {
    const fake = createFakeModel(tempFolder(), paths, { msPerToken: 5 });
    const parent = spawn(process.execPath, [paths.parent, JSON.stringify(fake.options), "1000"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const heard: string[] = [];
    parent.stdout.setEncoding("utf8").on("data", (text: string) => heard.push(text));
    while (!heard.join("").includes('"for":"prompt"')) await once(parent.stdout, "data");
    const pid = pidOf(fake.log);
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    for (let tries = 0; tries < 40 && isAlive(pid); tries++) await sleep(50);
    expect(isAlive(pid)).toBe(false);
  });
});
