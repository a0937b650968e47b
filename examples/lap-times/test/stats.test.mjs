import assert from "node:assert/strict";
import { test } from "node:test";
import { fastest, mean, median } from "../lib/stats.mjs";

test("mean of some laps", () => {
  assert.equal(mean([80, 90, 100]), 90);
});

test("no laps give zero", () => {
  assert.deepEqual([mean([]), median([]), fastest([])], [0, 0, 0]);
});

test("median of an odd number of laps is the one in the middle", () => {
  assert.equal(median([92, 81, 85]), 85);
});

test("median of an even number of laps lies between the two in the middle", () => {
  assert.equal(median([80, 90, 84, 86]), 85);
});

test("median of laps below and above 100 seconds", () => {
  assert.equal(median([95, 104, 88, 112, 99]), 99);
});

test("median leaves the list as it was", () => {
  const laps = [90, 80, 85];
  median(laps);
  assert.deepEqual(laps, [90, 80, 85]);
});

test("the fastest lap is the shortest", () => {
  assert.equal(fastest([95, 104, 88]), 88);
});
