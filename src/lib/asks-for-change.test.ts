import { describe, expect, it } from "vitest";
import { asksForChange } from "./asks-for-change.ts";

describe("asksForChange", () => {
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
    "behebe den Fehler in cart.js",
    "ਪਾਰਸਰ ਠੀਕ ਕਰੋ",
  ])("a change: %s", (text) => expect(asksForChange(text)).toBe(true));

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
    "ਇਹ ਕੀ ਹੈ?",
    "",
  ])("no change: %s", (text) => expect(asksForChange(text)).toBe(false));
});
