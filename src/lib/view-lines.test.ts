import { expect, test } from "vitest";
import { viewLines } from "./view-lines.ts";

const file = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("a file that fits is shown whole, numbered, without a marker", () => {
  expect(viewLines("a\n\tb\n", { cap: 100 })).toEqual({ text: "1\ta\n2\t\tb", shown: [[1, 2]], total: 2 });
});

test("CRLF, a byte order mark and a missing final line end do not show", () => {
  expect(viewLines("\uFEFFa\r\nb", { cap: 100 })).toEqual({ text: "1\ta\n2\tb", shown: [[1, 2]], total: 2 });
});

test("an empty file says so and counts as seen", () => {
  expect(viewLines("", { cap: 100 })).toEqual({ text: "[empty file]", shown: [[1, 0]], total: 0 });
  expect(viewLines("", { cap: 100, limit: 5 })).toEqual(viewLines("", { cap: 100 }));
});

test("a long file: head, marker, tail, within the cap", () => {
  const view = viewLines(file(1000), { cap: 300 });
  expect(view.text).toMatchInlineSnapshot(`
    "1	line 1
    2	line 2
    3	line 3
    4	line 4
    5	line 5
    6	line 6
    7	line 7
    8	line 8
    9	line 9
    10	line 10
    11	line 11
    12	line 12
    13	line 13
    14	line 14
    15	line 15
    16	line 16
    [Lines 17-996 of 1000 not shown. Use offset=17]
    997	line 997
    998	line 998
    999	line 999
    1000	line 1000"
  `);
  expect(view.shown).toEqual([
    [1, 16],
    [997, 1000],
  ]);
});

test("offset and limit: the marker names the next call's offset", () => {
  const view = viewLines(file(5310), { cap: 8_000, offset: 1, limit: 3 });
  expect(view.text).toBe("1\tline 1\n2\tline 2\n3\tline 3\n[Showing 1-3 of 5310. Use offset=4]");
  expect(viewLines(file(9), { cap: 8_000, offset: 8 }).text).toBe("8\tline 8\n9\tline 9\n[Showing 8-9 of 9]");
});

test("without a marker, only the lines", () => {
  const view = viewLines(file(9), { cap: 8_000, offset: 3, limit: 2, hasMarker: false });
  expect(view).toEqual({ text: "3\tline 3\n4\tline 4", shown: [[3, 4]], total: 9 });
});

test("a range that does not fit is cut at the cap and says where to go on", () => {
  const view = viewLines(file(1000), { cap: 200, offset: 100, limit: 500 });
  expect(view.text.length).toBeLessThan(260);
  const last = view.shown[0]?.[1] ?? 0;
  expect(view.text).toContain(`[Showing 100-${last} of 1000. Use offset=${last + 1}]`);
});

test("a negative offset, a limit of 0 and one beyond the end show something sensible", () => {
  expect(viewLines(file(5), { cap: 500, offset: -3, limit: 1 }).shown).toEqual([[1, 1]]);
  expect(viewLines(file(5), { cap: 500, offset: 2, limit: 0 }).shown).toEqual([[2, 2]]);
});

test("a line too long to show whole does not count as shown", () => {
  const view = viewLines(`a\n${"x".repeat(1_000_000)}\nb\n`, { cap: 4_000 });
  expect(view.text.length).toBeLessThan(4_100);
  expect(view.text).toContain("[+998000 characters]");
  expect(view.shown).toEqual([
    [1, 1],
    [3, 3],
  ]);
});
