import assert from "node:assert/strict";
import { test } from "node:test";
import { deliverAll, summary } from "./deliver.js";
import { Outbox } from "./outbox.js";

function outboxWith(...addresses) {
  const outbox = new Outbox();
  for (const to of addresses) outbox.put({ to, text: "hello" });
  return outbox;
}

async function sendExceptBo(mail) {
  if (mail.to.startsWith("bo@")) throw new Error("mailbox full");
}

test("all mails are sent", async () => {
  const outbox = outboxWith("ada@example.org", "cy@example.org");
  assert.deepEqual(await deliverAll(outbox, sendExceptBo), { sent: 2, failed: 0, givenUp: 0 });
  assert.equal(outbox.waiting().length, 0);
});

test("an empty outbox is no problem", async () => {
  assert.deepEqual(await deliverAll(outboxWith(), sendExceptBo), { sent: 0, failed: 0, givenUp: 0 });
});

test("a mail that cannot be sent stays in the outbox", async () => {
  const outbox = outboxWith("ada@example.org", "bo@example.org");
  const report = await deliverAll(outbox, sendExceptBo);
  assert.deepEqual(report, { sent: 1, failed: 1, givenUp: 0 });
  assert.equal(outbox.waiting().length, 1);
});

test("after three tries a mail is given up", async () => {
  const outbox = outboxWith("bo@example.org");
  await deliverAll(outbox, sendExceptBo);
  await deliverAll(outbox, sendExceptBo);
  assert.equal((await deliverAll(outbox, sendExceptBo)).givenUp, 1);
  assert.equal(outbox.waiting().length, 0);
});

test("the summary names only what happened", () => {
  assert.equal(summary({ sent: 2, failed: 0, givenUp: 0 }), "2 sent");
  assert.equal(summary({ sent: 0, failed: 2, givenUp: 1 }), "0 sent, 2 failed, 1 given up");
});
