import { expect, it } from "vitest";
import { joinThoughts } from "./join-thoughts.ts";

it("joins what there is", () => {
  expect(joinThoughts("", "a")).toBe("a");
  expect(joinThoughts("a", "b")).toBe("a\n\nb");
  expect(joinThoughts("", "")).toBe("");
});

it("keeps the beginning and the end of a very long thought, and says what is missing", () => {
  expect(joinThoughts("x".repeat(32_000))).toHaveLength(32_000);
  const cut = joinThoughts(`${"a".repeat(20_000)}${"b".repeat(20_000)}`);
  expect(cut).toMatch(/^a{19200}\n\[… 11200 characters left out …\]\nb{9600}$/);
});
