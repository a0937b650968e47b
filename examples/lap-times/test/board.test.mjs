import assert from "node:assert/strict";
import { test } from "node:test";
import { board, boardLine } from "../lib/board.mjs";
import { clock } from "../lib/clock.mjs";

test("seconds are shown as minutes and tenths", () => {
  assert.deepEqual([clock(75.4), clock(59.96), clock(8)], ["1:15.4", "1:00.0", "0:08.0"]);
});

test("a line shows best, typical and mean lap", () => {
  assert.equal(boardLine({ name: "Ada", laps: [82, 80, 87] }), "Ada: best 1:20.0, typical 1:22.0, mean 1:23.0");
});

test("the fastest runner comes first, one without laps last", () => {
  const lines = board([
    { name: "Cy", laps: [] },
    { name: "Bo", laps: [90] },
    { name: "Ada", laps: [80] },
  ]);
  assert.deepEqual(
    lines.map((line) => line.slice(0, 2)),
    ["Ad", "Bo", "Cy"],
  );
});
