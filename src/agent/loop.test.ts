import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createLog } from "../log/create-log.ts";
import { nextAttempt } from "../log/select-attempts.ts";
import { createTestAgent, createTestTool } from "../testing/create-test-agent.ts";
import type { Feature, Message, Verdict } from "../types.ts";
import { run } from "./loop.ts";

const say = (text: string): Message => ({ from: "person", lane: "soon", text });

describe("the loop", () => {
  it("runs calls, answers them in order, and ends when the model calls nothing", async () => {
    const agent = createTestAgent({
      script: [
        {
          text: "First.",
          calls: [
            { name: "look", arguments: {} },
            { name: "look", arguments: { text: "x" } },
          ],
        },
        { text: "All is well." },
      ],
      tools: [createTestTool("look")],
    });
    const end = await run(agent.parts, say("go"));
    expect(end.outcome.kind).toBe("done");
    expect(agent.provider.requests[1]?.messages.map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
    ]);
    expect(agent.log.entries.at(-1)).toMatchObject({ type: "outcome", outcome: { kind: "done" } });
  });

  it("turns an unknown tool, a thrown-away call and a refused one into answers, not ends", async () => {
    const gate: Feature = {
      name: "no",
      gate: (_context, action) => (action.call.name === "look" ? { error: "no", hint: "ask" } : undefined),
    };
    const agent = createTestAgent({
      script: [
        {
          calls: [
            { name: "look", arguments: {} },
            { name: "fly", arguments: {} },
          ],
        },
        { text: "ok" },
      ],
      tools: [createTestTool("look")],
      features: [gate],
    });
    await run(agent.parts, say("go"));
    const results = agent.log.entries.flatMap((entry) => (entry.type === "result" ? [entry.result] : []));
    expect(results).toHaveLength(2);
    expect(results[0]).toMatchObject({ ok: false, error: "no", fault: "refused" });
    expect(JSON.stringify(results[1])).toContain("fly");
  });

  it("logs a change before it is made", async () => {
    const seen: string[] = [];
    const log = createLog({ onAppend: (entry) => seen.push(entry.type === "fact" ? entry.name : entry.type) });
    const tool = createTestTool("put", {
      kind: "change",
      changes: ["a"],
      run: async () => {
        seen.push("RUN");
        return { ok: true, text: "" };
      },
    });
    const agent = createTestAgent({
      script: [{ calls: [{ name: "put", arguments: {} }] }, { text: "ok" }],
      tools: [tool],
      log,
    });
    await run(agent.parts, say("go"));
    expect(seen.slice(0, 5)).toEqual(["message", "reply", "change-begun", "RUN", "result"]);
  });

  it("ends failed and does nothing further when the log can't be written", async () => {
    let room = 2;
    const ran = vi.fn(async () => ({ ok: true as const, text: "" }));
    const write = (): void => {
      if (room-- <= 0) throw new Error("ENOSPC: no space left on device");
    };
    const tool = createTestTool("put", { kind: "change", changes: ["a"], run: ran });
    const agent = createTestAgent({
      script: [{ calls: [{ name: "put", arguments: {} }] }],
      tools: [tool],
      log: createLog({ write }),
    });
    const end = await run(agent.parts, say("go"));
    expect(end.outcome).toMatchObject({ kind: "failed", why: expect.stringContaining("no space left") });
    expect(ran).not.toHaveBeenCalled();
  });

  it("answers no call twice in a later run of the session", async () => {
    const once: Feature = {
      name: "once",
      review: ({ log }, at) =>
        at === "before-request" && log.at(-1)?.type === "result" ? { do: "nudge", kind: "k", text: "[on]" } : undefined,
    };
    const agent = createTestAgent({
      script: (_request, index) => (index % 2 === 0 ? { calls: [{ name: "look", arguments: {} }] } : { text: "ok" }),
      tools: [createTestTool("look")],
      features: [once],
    });
    for (const text of ["one", "two", "three"]) await run(agent.parts, say(text));
    expect(agent.log.entries.filter((entry) => entry.type === "result")).toHaveLength(3);
  });

  it("records an outcome also when a feature has a bug, and throws the bug on", async () => {
    const broken: Feature = {
      name: "broken",
      review: () => {
        throw new Error("oops");
      },
    };
    const agent = createTestAgent({ script: [{ text: "hi" }], features: [broken] });
    await expect(run(agent.parts, say("go"))).rejects.toThrow("oops");
    expect(agent.log.entries.at(-1)).toMatchObject({ type: "outcome", outcome: { kind: "failed" } });
  });

  it("stops at once when interrupted in the middle of a reply, and keeps the log whole", async () => {
    const agent = createTestAgent({ script: [{ text: "thinking about it", hang: true }] });
    const running = run(agent.parts, say("go"));
    await vi.waitFor(() => expect(agent.events.some((event) => event.type === "text-delta")).toBe(true));
    agent.abort();
    expect((await running).outcome.kind).toBe("aborted");
    expect(agent.log.entries.map((entry) => entry.type)).toEqual(["message", "reply", "outcome"]);
  });

  it("does not send a request that would not fit, and says what to do", async () => {
    const agent = createTestAgent({ script: [], facts: { window: 1_000 } });
    const { outcome } = await run(agent.parts, say("x".repeat(9_000)));
    expect(outcome).toMatchObject({ kind: "budget-exceeded", hint: expect.stringContaining("window") });
    expect(agent.provider.requests).toHaveLength(0);
  });

  it("fails with the server's sentence when the provider fails", async () => {
    const error = {
      kind: "server",
      message: "The server said 500.",
      hint: "look at its log",
      retryable: false,
    } as const;
    const agent = createTestAgent({ script: [{ error }] });
    expect((await run(agent.parts, say("go"))).outcome).toEqual({
      kind: "failed",
      why: error.message,
      hint: error.hint,
    });
  });
});

describe("the six places", () => {
  it("notes ride at the tail of what was not yet sent, and are never changed later", async () => {
    let count = 0;
    const noting: Feature = { name: "noting", notes: () => [{ kind: "n", text: `[note ${++count}]`, maxTokens: 50 }] };
    const agent = createTestAgent({
      script: [{ calls: [{ name: "look", arguments: {} }] }, { text: "done" }],
      tools: [createTestTool("look")],
      features: [noting],
    });
    await run(agent.parts, say("go"));
    const last = agent.provider.requests[1]?.messages;
    expect(last?.[0]?.text).toBe("go\n\n[note 1]");
    expect(last?.at(-1)).toMatchObject({ role: "tool", text: "look was run\n\n[note 2]" });
  });

  it("watch cuts a reply; the cut text stays and what arrived is delivered as one new user entry", async () => {
    const urgent: Feature = {
      name: "urgent",
      watch: () => (event) => ("lane" in event && event.lane === "now" ? { why: "news", next: "deliver" } : undefined),
    };
    const agent = createTestAgent({
      script: [{ text: "Let me think", hang: true }, { text: "I see." }],
      features: [urgent],
    });
    const running = run(agent.parts, say("go"));
    await vi.waitFor(() =>
      expect(agent.events.filter((event) => event.type === "text-delta").length).toBeGreaterThan(1),
    );
    agent.parts.inbox.push({ from: "job", lane: "now", text: "The job failed." });
    expect((await running).outcome.kind).toBe("done");
    expect(agent.provider.requests[1]?.messages.map(({ role, text }) => [role, text])).toEqual([
      ["user", "go"],
      ["assistant", "Let me think"],
      ["user", "The job failed."],
    ]);
  });

  it("watch ends a thought in flight without cutting the reply", async () => {
    const budget: Feature = {
      name: "budget",
      watch: () => {
        let size = 0;
        return (event) => {
          if (!("type" in event) || event.type !== "thinking") return undefined;
          size += event.text.length;
          return size > 20 ? { why: "enough thought", next: "end-thinking" } : undefined;
        };
      },
    };
    const agent = createTestAgent({ script: [{ thinking: "hm ".repeat(9), text: "Answer." }], features: [budget] });
    expect((await run(agent.parts, say("go"))).outcome.kind).toBe("done");
    expect(agent.provider.thoughtsEnded()).toBeGreaterThan(0);
  });

  it("review nudges once: calls are answered 'not run' and the text rides on the last of them", async () => {
    const nudge: Feature = {
      name: "nudge",
      review: ({ log }, at) =>
        at === "after-reply" && log.filter((entry) => entry.type === "verdict").length === 0
          ? { do: "nudge", kind: "k", text: "[Slower.]", settings: { temperature: 1 } }
          : undefined,
    };
    const ran = vi.fn(async () => ({ ok: true as const, text: "" }));
    const tool = createTestTool("look", { run: ran });
    const agent = createTestAgent({
      script: [
        {
          calls: [
            { name: "look", arguments: {} },
            { name: "look", arguments: {} },
          ],
        },
        { text: "fine" },
      ],
      tools: [tool],
      features: [nudge],
    });
    await run(agent.parts, say("go"));
    expect(ran).not.toHaveBeenCalled();
    const request = agent.provider.requests[1];
    expect(request?.messages.at(-1)?.text).toContain("[Slower.]");
    expect(request?.messages.slice(-2).map((message) => message.role)).toEqual(["tool", "tool"]);
    expect(request?.settings.temperature).toBe(1);
  });

  it("retry sends the same request again; the reply leaves the view", async () => {
    const retry: Feature = {
      name: "retry",
      review: ({ log }, at) =>
        at === "after-reply" && log.every((entry) => entry.type !== "verdict") ? { do: "retry" } : undefined,
    };
    const agent = createTestAgent({ script: [{ text: "bad" }, { text: "good" }], features: [retry] });
    await run(agent.parts, say("go"));
    expect(agent.provider.requests[1]?.messages).toEqual(agent.provider.requests[0]?.messages);
  });

  it("continue goes on where the reply was cut, and both are read as one", async () => {
    const go: Feature = {
      name: "continue",
      review: ({ log }, at) => {
        const reply = log.at(-1);
        return at === "after-reply" && reply?.type === "reply" && reply.finish === "length"
          ? { do: "continue" }
          : undefined;
      },
    };
    const agent = createTestAgent({
      script: [{ text: "one two", finish: "length" }, { text: " three" }],
      features: [go],
    });
    await run(agent.parts, say("go"));
    expect(agent.provider.requests[1]?.continues?.text).toBe("one two");
    expect(agent.log.entries.findLast((entry) => entry.type === "reply")).toMatchObject({
      raw: "one two three",
      text: "one two three",
    });
  });

  it("ask puts a side question at the tail; with keep false both leave the view once answered", async () => {
    const asking: Feature = {
      name: "asking",
      review: ({ log }, at) =>
        at === "after-reply" && !log.some((entry) => entry.type === "verdict")
          ? { do: "ask", id: "why", text: "Why?", keep: false }
          : at === "after-reply" && log.at(-1)?.type === "reply" && "answers" in (log.at(-1) ?? {})
            ? { do: "nudge", kind: "n", text: "Then go on." }
            : undefined,
    };
    const agent = createTestAgent({
      script: [{ text: "first" }, { text: "because" }, { text: "end" }],
      features: [asking],
    });
    await run(agent.parts, say("go"));
    expect(agent.provider.requests.map((request) => request.messages.map((message) => message.text))).toEqual([
      ["go"],
      ["go", "first", "Why?"],
      ["go", "first", "Then go on."],
    ]);
    expect(agent.log.entries.find((entry) => entry.type === "reply" && entry.answers === "why")).toMatchObject({
      text: "because",
    });
  });

  it("restart puts the files back and asks the first request again, with the attempt's settings", async () => {
    const tool = createTestTool("put", {
      kind: "change",
      changes: ["a.txt"],
      run: async () => ({
        ok: true,
        text: "put",
        effects: { changed: [{ path: "a.txt", before: "h0", after: "h1" }] },
      }),
    });
    const again: Feature = {
      name: "again",
      review: ({ log }, at) =>
        at === "after-reply" && log.filter((entry) => entry.type === "reply").length === 2
          ? { do: "restart", snapshot: 0, settings: { temperature: 0.9 } }
          : undefined,
    };
    const agent = createTestAgent({
      script: [{ calls: [{ name: "put", arguments: {} }] }, { text: "done" }, { text: "done again" }],
      tools: [tool],
      features: [again],
    });
    await run(agent.parts, say("go"));
    expect(agent.restored).toEqual([[{ path: "a.txt", content: "h0" }]]);
    expect(agent.provider.requests[2]?.messages).toEqual(agent.provider.requests[0]?.messages);
    expect(agent.provider.requests[2]?.settings.temperature).toBe(0.9);
  });

  it("refine changes results one after the other; close may give another outcome and restores once", async () => {
    const add = (name: string): Feature => ({
      name,
      refine: (_context, _action, result) => (result.ok ? { ...result, text: `${result.text}+${name}` } : undefined),
      close: () => ({ report: [name], restore: 0, outcome: { kind: "failed", why: name } }),
    });
    const tool = createTestTool("put", {
      run: async () => ({ ok: true, text: "r", effects: { changed: [{ path: "a", before: null, after: "h" }] } }),
    });
    const agent = createTestAgent({
      script: [{ calls: [{ name: "put", arguments: {} }] }, { text: "x" }],
      tools: [tool],
      features: [add("one"), add("two")],
    });
    const end = await run(agent.parts, say("go"));
    expect(agent.provider.requests[1]?.messages.at(-1)?.text).toBe("r+one+two");
    expect(end).toEqual({ outcome: { kind: "failed", why: "two" }, report: ["one", "two"] });
    expect(agent.restored).toEqual([[{ path: "a", content: null }]]);
  });
});

describe("thoughts", () => {
  const script = [
    { thinking: "first I look", calls: [{ name: "look", arguments: {} }] },
    { thinking: "now I know", text: "One." },
    { text: "Two." },
    { text: "Three." },
  ];
  const tools = [createTestTool("look")];

  it("go along within their run where the model wants them; the next run's first request drops them in an epoch", async () => {
    const agent = createTestAgent({ script, tools, profile: { keepsThinking: true } });
    for (const text of ["one", "two", "three"]) await run(agent.parts, say(text));
    const thoughts = agent.provider.requests.map(({ messages }) => messages.flatMap(({ thinking }) => thinking ?? []));
    expect(thoughts).toEqual([[], ["first I look"], [], []]);
    const epochs = agent.log.entries.filter((entry) => entry.type === "epoch");
    expect(epochs).toMatchObject([{ cause: "new-run" }]);
  });

  it("are only logged where it does not", async () => {
    const agent = createTestAgent({ script, tools, profile: { keepsThinking: true }, facts: { keepsThinking: false } });
    await run(agent.parts, say("one"));
    expect(JSON.stringify(agent.provider.requests)).not.toContain("first I look");
    expect(agent.log.entries.find((entry) => entry.type === "reply")).toMatchObject({ thinking: "first I look" });
  });

  it("are not thought again in a second attempt", async () => {
    const again: Feature = {
      name: "again",
      review: (context, at) => {
        const next = at === "after-reply" ? nextAttempt(context) : undefined;
        return next && { do: "restart", snapshot: next.snapshot, settings: next.settings };
      },
    };
    const settings = { thinking: 2_000 };
    const agent = createTestAgent({
      script: () => ({ text: "x" }),
      features: [again],
      profile: { attempts: 2, settings },
    });
    await run(agent.parts, say("one"));
    expect(agent.provider.requests.map((request) => request.settings.thinking)).toEqual([2_000, "off"]);
  });
});

describe("every run ends", () => {
  const reply = fc.record({
    text: fc.constantFrom("", "text", "``` \n", "<tool_call>"),
    calls: fc.array(fc.record({ name: fc.constantFrom("look", "fly"), arguments: fc.constant({}) }), { maxLength: 3 }),
    finish: fc.constantFrom("stop" as const, "length" as const),
  });
  const verdicts = fc.array(
    fc.constantFrom<Verdict | undefined>(
      undefined,
      { do: "nudge", kind: "n", text: "again" },
      { do: "retry" },
      { do: "continue" },
      { do: "ask", id: "q", text: "?", keep: true },
      { do: "ask", id: "q", text: "?", keep: false },
      { do: "restart", snapshot: 0 },
    ),
    { minLength: 1, maxLength: 6 },
  );

  it("whatever the model writes and the features want, within the step limit, with a stable prefix", async () => {
    const { stepLimit } = await import("../features/step-limit.ts");
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 5 }), verdicts, async (script, wishes) => {
        let index = 0;
        const moody: Feature = {
          name: "moody",
          review: (_context, at) => (at === "after-reply" ? wishes[index++ % wishes.length] : undefined),
        };
        const agent = createTestAgent({
          script: (_request, number) => script[number % script.length] ?? {},
          tools: [createTestTool("look")],
          features: [stepLimit, moody],
          profile: { maxSteps: 12 },
        });
        await run(agent.parts, say("go"));
        expect(agent.provider.requests.length).toBeLessThanOrEqual(12);
        expect(agent.log.entries.at(-1)?.type).toBe("outcome");
        for (const request of agent.provider.requests) {
          const roles = request.messages.map((message) => message.role);
          expect(roles[0]).toBe("user");
          expect(roles.some((role, at) => role !== "tool" && role === roles[at + 1])).toBe(false);
          if (!request.continues) expect(roles.at(-1)).not.toBe("assistant");
        }
      }),
      { numRuns: 150 },
    );
  });
});
