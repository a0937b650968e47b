import { expect, it } from "vitest";
import { createLog } from "../log/create-log.ts";
import type { Call, EntryBody, Reply } from "../types.ts";
import { renderMessages } from "./render-messages.ts";

const reply = (part: Partial<Reply>): Reply => ({
  type: "reply", raw: part.text ?? "", text: "", thinking: "", calls: [], finish: "stop", settings: {}, durationMs: 0, ...part,
}); // biome-ignore format: short
const call = (id: string, form = "native"): Call => ({ id, name: "look", arguments: {}, form });
const user = (text: string): EntryBody => ({ type: "message", message: { from: "person", lane: "soon", text } });
const result = (id: string, text: string): EntryBody => ({ type: "result", call: id, result: { ok: true, text } });

function render(...entries: EntryBody[]) {
  const log = createLog();
  for (const entry of entries) log.append(entry);
  return renderMessages(log.entries);
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
