import { describe, expect, it } from "vitest";
import { createLog } from "../log/create-log.ts";
import { SCRIPTED_FACTS } from "../testing/create-scripted-provider.ts";
import { TEST_PROFILE } from "../testing/create-test-agent.ts";
import type { Call, EntryBody, Reply } from "../types.ts";
import { callForm } from "./call-forms.ts";
import { dropsThoughts, renderMessages, type View } from "./render-messages.ts";

const reply = (part: Partial<Reply>): Reply => ({
  type: "reply", raw: part.text ?? "", text: "", thinking: "", calls: [], finish: "stop", settings: {}, durationMs: 0, ...part,
}); // biome-ignore format: short
const call = (id: string, form = "native"): Call => ({ id, name: "look", arguments: {}, form });
const user = (text: string): EntryBody => ({ type: "message", message: { from: "person", lane: "soon", text } });
const result = (id: string, text: string): EntryBody => ({ type: "result", call: id, result: { ok: true, text } });

/** The entries as messages; in another view where one comes first. */
function render(...given: (EntryBody | View)[]) {
  const log = createLog();
  const [first] = given;
  const view = first && "thoughts" in first ? first : undefined;
  for (const entry of given) if (!("thoughts" in entry)) log.append(entry);
  return renderMessages(log.entries, view);
}

it("shows calls in one canonical form, whatever the dialect, and file blocks as they were written", () => {
  const block = "Here:\n```js\nx\n```";
  const messages = render(
    user("go"),
    reply({ raw: "<tool_call>…", text: "", calls: [call("1", "hermes")] }),
    result("1", "seen"),
    reply({ raw: block, text: "Here:", calls: [call("2", "file-block")] }),
    result("2", "written"),
  );
  expect(messages).toEqual([
    { role: "user", text: "go" },
    { role: "assistant", text: "", calls: [call("1", "hermes")] },
    { role: "tool", call: "1", text: "seen" },
    { role: "assistant", text: block },
    { role: "user", text: "written" },
  ]);
});

it("answers every call, also after a crash in between", () => {
  const messages = render(
    user("go"),
    reply({ calls: [call("1"), call("2")] }),
    result("1", "seen"),
    user("still there?"),
  );
  expect(messages.slice(2)).toEqual([
    { role: "tool", call: "1", text: "seen" },
    { role: "tool", call: "2", text: "Not run: interrupted.\n\nstill there?" },
  ]);
});

it("leaves out empty and failed replies, so that roles alternate", () => {
  const error = { kind: "server", message: "", hint: "", retryable: true } as const;
  expect(render(user("a"), reply({}), reply({ text: "half", finish: "error", error }), user("b"))).toEqual([
    { role: "user", text: "a\n\nb" },
  ]);
});

it("tells an error with its next call", () => {
  const failed: EntryBody = {
    type: "result",
    call: "1",
    result: { ok: false, error: "no file", hint: 'list {"path": "."}', fault: "model" },
  };
  expect(render(user("a"), reply({ calls: [call("1")] }), failed).at(-1)?.text).toBe(
    'Error: no file\nlist {"path": "."}',
  );
});

it("keeps every byte of what was rendered before when the log grows", () => {
  const log = createLog();
  let before: string[] = [];
  const steps: EntryBody[] = [
    user("go"),
    reply({ text: "hm", calls: [call("1")] }),
    result("1", "r"),
    reply({ text: "end" }),
    user("more"),
  ];
  for (const entry of steps) {
    log.append(entry);
    const now = renderMessages(log.entries).map((message) => JSON.stringify(message));
    if (entry.type !== "result") expect(now.slice(0, before.length - 1)).toEqual(before.slice(0, before.length - 1));
    before = now;
  }
});

it("shows an attachment behind the words that it goes with", () => {
  const say = (text: string): EntryBody => ({
    type: "message",
    message: { from: "person", lane: "soon", text, attachment: "Standard input: a diff" },
  });
  expect(render(say("review this"))).toEqual([{ role: "user", text: "review this\n\nStandard input: a diff" }]);
  expect(render(say(""))).toEqual([{ role: "user", text: "Standard input: a diff" }]);
});

describe("thoughts behind replies", () => {
  const thoughtful = reply({ text: "hm", thinking: "why", calls: [call("1")] });
  const outcome: EntryBody = { type: "outcome", outcome: { kind: "done", why: "" }, report: [] };
  const log = [
    user("a"),
    thoughtful,
    result("1", "r"),
    reply({ text: "end", thinking: "so" }),
    outcome,
    user("b"),
    thoughtful,
  ];

  it("are shown within their run, where the model wants them", () => {
    const shown = render({ calls: "native", thoughts: true }, ...log).map(({ thinking }) => thinking);
    expect(shown).toEqual([undefined, undefined, undefined, undefined, undefined, "why", undefined]);
    const first = render({ calls: "native", thoughts: true }, ...log.slice(0, 4)).map(({ thinking }) => thinking);
    expect(first).toEqual([undefined, "why", undefined, "so"]);
  });

  it("are left out else", () => {
    expect(JSON.stringify(render(...log))).not.toContain("thinking");
  });

  it("drop out of the view with a new run, once, and only where they were in it", () => {
    const entries = createLog();
    const known = { profile: { ...TEST_PROFILE, keepsThinking: true }, facts: SCRIPTED_FACTS };
    for (const entry of log.slice(0, 5)) entries.append(entry);
    expect(dropsThoughts(entries.entries, known)).toBe(true);
    expect(dropsThoughts(entries.entries, { ...known, facts: { ...SCRIPTED_FACTS, keepsThinking: false } })).toBe(
      false,
    );
    expect(dropsThoughts(entries.entries, { ...known, profile: TEST_PROFILE })).toBe(false);
    entries.append({ type: "epoch", cause: "new-run", hide: [], shorten: [] });
    expect(dropsThoughts(entries.entries, known)).toBe(false);
  });
});

describe("in prompt-tools mode", () => {
  const view: View = { calls: callForm("hermes"), thoughts: false };

  it("calls and results are text in the family's own form, several results in one message", () => {
    const messages = render(
      view,
      user("go"),
      reply({ raw: "```json…", text: "I look.", calls: [call("1", "fenced-json"), call("2", "native")] }),
      result("1", "one"),
      result("2", "two"),
    );
    expect(messages).toEqual([
      { role: "user", text: "go" },
      {
        role: "assistant",
        text:
          'I look.\n\n<tool_call>\n{"name":"look","arguments":{}}\n</tool_call>\n' +
          '<tool_call>\n{"name":"look","arguments":{}}\n</tool_call>',
      },
      {
        role: "user",
        text: "<tool_response>\none\n</tool_response>\n\n<tool_response>\ntwo\n</tool_response>",
      },
    ]);
  });

  it("a file block and its result stay as they are", () => {
    const block = reply({ raw: "```js\nx\n```", text: "", calls: [call("1", "file-block")] });
    expect(render(view, user("go"), block, result("1", "written")).slice(1)).toEqual([
      { role: "assistant", text: "```js\nx\n```" },
      { role: "user", text: "written" },
    ]);
  });
});
