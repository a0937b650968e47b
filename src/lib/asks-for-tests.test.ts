import { describe, expect, it } from "vitest";
import { asksForTests } from "./asks-for-tests.ts";

describe("asksForTests", () => {
  it.each(["write a test for cart.js", "add more unit tests", "update the test file"])("tests wanted: %s", (text) =>
    expect(asksForTests(text)).toBe(true),
  );

  it.each([
    "the tests fail: fix the bug, don't change the tests",
    "fix it. Do not update the test files",
    "never change a test",
    "fix the bug so that the tests pass",
    "the tests fail: fix it",
    "add a discount; the tests are in test/",
  ])("tests not wanted: %s", (text) => expect(asksForTests(text)).toBe(false));
});
