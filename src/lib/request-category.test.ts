import { describe, expect, it } from "vitest";
import { asksForChange, asksForTests, speaksOfFailingTests } from "./request-category.ts";

describe("what a request asks for", () => {
  it.each([
    "the tests fail: find the bug and fix it",
    "Implement leap.py",
    "add a --verbose flag",
    "Could you rename total to sum?",
    "修复这个错误",
    "make the failing spec green",
    "Why does cart.js fail? Fix it.",
    "explain the bug, then correct it",
    "Is there a bug? fix it",
  ])("change: %s", (text) => expect(asksForChange(text)).toBe(true));

  it.each([
    "what does cart.js do?",
    "explain the fix in cart.js?",
    "explain add.js",
    "show lib/update/write.py",
    "Why is this slow?",
    "hello",
    "How do I add a test?",
    "explain how the update function works in cart.js",
    "review this",
    "describe what happens when I add an item",
  ])("no change: %s", (text) => expect(asksForChange(text)).toBe(false));

  it.each(["the tests fail", "npm test is red: 2 failing tests", "the test for cart fails", "make the tests pass"])(
    "failing tests: %s",
    (text) => expect(speaksOfFailingTests(text)).toBe(true),
  );

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
