import { expect, test } from "vitest";
import { headAndTail } from "./head-and-tail.ts";

const marker = (missing: number): string => `[${missing} missing]`;

test("short text is untouched", () => expect(headAndTail("a\nb", 10, marker)).toBe("a\nb"));

test("a third from the head, two thirds from the tail, every missing line counted", () => {
  const text = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(3, "0")).join("\n");
  expect(headAndTail(text, 48, marker)).toBe(
    "000\n001\n002\n003\n[88 missing]\n092\n093\n094\n095\n096\n097\n098\n099",
  );
});

test("one endless line is cut within the bound, no character split", () => {
  const cut = headAndTail("😀".repeat(50_000), 1_001, marker);
  expect(cut.length).toBeLessThan(1_001);
  expect(cut).toMatch(/^(😀)+\[\+\d+ characters\]$/u);
});
