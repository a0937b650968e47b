import fc from "fast-check";
import { expect, test } from "vitest";
import { findOccurrences } from "./find-occurrences.ts";

test("line ends match either way, offsets are those of the text itself", () => {
  const text = "a\r\nb\r\nc";
  expect(findOccurrences(text, "b\nc")).toEqual([{ start: 3, end: 7 }]);
  expect(findOccurrences("a\nb", "a\r\nb")).toEqual([{ start: 0, end: 3 }]);
});

test("overlapping places count: aa in aaa is twice there", () => {
  expect(findOccurrences("aaa", "aa")).toHaveLength(2);
});

test("what is found is what was wanted, in any mix of line ends", () => {
  const piece = fc.constantFrom("a", "b", "\n", "\r\n", "$&", "ß");
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece, { minLength: 1, maxLength: 3 }), (parts, wanted) => {
      const text = parts.join("");
      const plain = (part: string): string => part.replaceAll("\r\n", "\n");
      for (const { start, end } of findOccurrences(text, wanted.join(""))) {
        expect(plain(text.slice(start, end))).toBe(plain(wanted.join("")));
      }
    }),
  );
});
