import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox } from "./outbox.js";

test("mails wait in the order they came", () => {
  const outbox = new Outbox();
  outbox.put({ to: "ada@example.org", text: "one" });
  outbox.put({ to: "bo@example.org", text: "two" });
  assert.deepEqual(
    outbox.waiting().map((mail) => mail.text),
    ["one", "two"],
  );
});

test("a removed mail waits no more", () => {
  const outbox = new Outbox();
  outbox.put({ to: "ada@example.org", text: "one" });
  outbox.remove(outbox.waiting()[0]);
  assert.equal(outbox.waiting().length, 0);
});

test("something that is no address is refused", () => {
  assert.throws(() => new Outbox().put({ to: "ada", text: "one" }), TypeError);
});
