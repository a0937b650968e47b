import { describe, expect, it } from "vitest";
import { requestCategory } from "../lib/request-category.ts";
import type { Entry, EntryBody } from "../types.ts";
import { requestText } from "./select-request.ts";

const say = (text: string): EntryBody => ({ type: "message", message: { from: "person", text } }) as EntryBody;
const job = (text: string): EntryBody => ({ type: "message", message: { from: "job", text } }) as EntryBody;
const done: EntryBody = { type: "outcome", outcome: { kind: "done", why: "" } } as EntryBody;
const log = (...bodies: EntryBody[]): Entry[] => bodies.map((body, seq) => ({ seq, at: "", ...body }) as Entry);

describe("requestText, and its category", () => {
  it("are what the person said in this run", () => {
    const entries = log(say("run the tests"), done, say("fix cart.js"), job("a job ended"), say("use two spaces"));
    expect(requestText(entries)).toBe("fix cart.js\n\nuse two spaces");
    expect(requestCategory(requestText(entries))).toBe("code");
  });

  it("keep the request of the run before where the person only says yes", () => {
    for (const yes of ["yes", "ok!", "👍", "好的", "Weiter.", "oui vas-y"]) {
      const entries = log(say("hello"), done, say("fix cart.js"), done, say(yes));
      expect(requestText(entries)).toBe("fix cart.js");
      expect(requestCategory(requestText(entries))).toBe("code");
    }
  });

  it("look further back through several affirmations, and keep what is said later in the run", () => {
    const entries = log(say("fix cart.js"), say("only the sum"), done, say("ok"), done, say("go on"), say("with tabs"));
    expect(requestText(entries)).toBe("fix cart.js\n\nonly the sum\n\nwith tabs");
  });

  it("do not take over a request where the person says more than yes", () => {
    const entries = log(say("fix cart.js"), done, say("ok but first explain how it works"));
    expect(requestText(entries)).toBe("ok but first explain how it works");
    expect(["code", "write"]).not.toContain(requestCategory(requestText(entries)));
  });

  it("are the affirmation where nothing stands before it, and nothing in an empty log", () => {
    expect(requestText(log(say("yes")))).toBe("yes");
    expect(requestText(log(say("yes"), done, say("yes")))).toBe("yes");
    expect(requestText([])).toBe("");
    expect(requestCategory(requestText([]))).toBe("all");
  });
});
