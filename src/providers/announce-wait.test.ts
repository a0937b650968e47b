import { expect, test } from "vitest";
import { createWaitAnnouncer } from "./announce-wait.ts";

test("a wait is said at once and then every ten seconds, with the time it takes", () => {
  const lines: string[] = [];
  let now = 5_000;
  const announce = createWaitAnnouncer(
    "http://x",
    (line) => lines.push(line),
    () => now,
  );
  for (; now <= 26_000; now += 500) announce();
  expect(lines).toEqual([
    "Waiting for the server at http://x to load its model …",
    "Waiting for the server at http://x to load its model (10 s) …",
    "Waiting for the server at http://x to load its model (20 s) …",
  ]);
});
