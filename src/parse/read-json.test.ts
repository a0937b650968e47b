import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../types.ts";
import type { Feed } from "./feed.ts";
import { readJson, readJsonFrom } from "./read-json.ts";

const anyJson = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

/** Writes a value with the damage that the flags name; the value itself stays the same. */
type Style = {
  trailing: boolean;
  single: boolean;
  python: boolean;
  rawControls: boolean;
  bareKeys: boolean;
  triple: boolean;
  comments: boolean;
};

const anyStyle = fc.record({
  trailing: fc.boolean(),
  single: fc.boolean(),
  python: fc.boolean(),
  rawControls: fc.boolean(),
  bareKeys: fc.boolean(),
  triple: fc.boolean(),
  comments: fc.boolean(),
});

function writeString(text: string, style: Style): string {
  if (style.triple && !/["\\]/.test(text)) return `"""${text}"""`;
  const escaped = JSON.stringify(text);
  const raw = style.rawControls
    ? escaped.replace(/\\(\\|n|t|r)/g, (all, char) => ({ n: "\n", t: "\t", r: "\r" })[char as "n"] ?? all)
    : escaped;
  if (!style.single) return raw;
  return `'${raw.slice(1, -1).replace(/\\\\|\\"|'/g, (all) => (all === '\\"' ? '"' : all === "'" ? "\\'" : all))}'`;
}

function writeDamaged(value: Json, style: Style): string {
  if (typeof value === "string") return writeString(value, style);
  if (Array.isArray(value))
    return writeItems(
      "[",
      value.map((item) => writeDamaged(item, style)),
      "]",
      style,
    );
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, item]) => {
      const name = style.bareKeys && /^[A-Za-z_]\w*$/.test(key) ? key : writeString(key, style);
      return `${name}: ${writeDamaged(item, style)}`;
    });
    return writeItems("{", members, "}", style);
  }
  const literal = JSON.stringify(value);
  return style.python ? ({ null: "None", true: "True", false: "False" }[literal] ?? literal) : literal;
}

function writeItems(open: string, items: readonly string[], close: string, style: Style): string {
  const gap = style.comments ? ' // a note, with } and "\n' : " ";
  return `${open}${items.join(`,${gap}`)}${style.trailing && items.length > 0 ? `,${gap}` : ""}${close}`;
}

describe("readJson", () => {
  it("reads every JSON value as JSON.parse does, and finds no damage", () => {
    fc.assert(
      fc.property(anyJson, fc.boolean(), (value, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text), end: text.length, damage: [] });
      }),
      { numRuns: 300 },
    );
  });

  it("reads every value through any mixture of damages, unchanged", () => {
    fc.assert(
      fc.property(anyJson, anyStyle, (value, style) => {
        const expected = JSON.parse(JSON.stringify(value));
        const text = writeDamaged(value, style);
        expect(readJson(text)).toMatchObject({ ok: true, value: expected, end: text.length });
      }),
      { numRuns: 500 },
    );
  });

  it("gives the value or a fault, never another value, when closing brackets or more are lost at the end", () => {
    fc.assert(
      fc.property(anyJson, fc.nat(40), (value, lost) => {
        const whole = JSON.stringify([value]);
        const text = whole.slice(0, Math.max(0, whole.length - lost));
        const reading = readJson(text);
        if (!reading.ok) return;
        const onlyBracketsLost = /^[\]}]*$/.test(whole.slice(text.length));
        if (onlyBracketsLost) expect(reading.value).toEqual(JSON.parse(whole));
        if (text !== whole) expect(reading.damage).toContain("unclosed");
      }),
      { numRuns: 500 },
    );
  });

  it("gives the value or a fault, never another value, when a comma is lost", () => {
    fc.assert(
      fc.property(fc.array(anyJson, { minLength: 2, maxLength: 4 }), fc.nat(), (value, place) => {
        const text = JSON.stringify(value, null, 1);
        // The line breaks are those between tokens: in strings they are escaped.
        const commas = [...text.matchAll(/,\n/g)].map((found) => found.index);
        const at = commas[place % commas.length] ?? 0;
        const reading = readJson(`${text.slice(0, at)}${text.slice(at + 1)}`);
        if (reading.ok) expect(reading).toMatchObject({ value: JSON.parse(text), damage: ["missing-comma"] });
      }),
      { numRuns: 500 },
    );
  });

  it("reads the same however the text comes in", () => {
    fc.assert(
      fc.property(anyJson, anyStyle, fc.nat(200), (value, style, cut) => {
        const whole = writeDamaged(value, style);
        const text = whole.slice(0, Math.max(1, whole.length - cut));
        const feed: Feed = { text: "", finish: null };
        const reading = readJsonFrom(feed, 0);
        let step = reading.next();
        for (const char of text) {
          feed.text += char;
          if (!step.done) step = reading.next();
        }
        feed.finish = "stop";
        if (!step.done) step = reading.next();
        expect(step.value).toEqual(readJson(text));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["trailing commas", '{"a":[1,2,],}', { a: [1, 2] }, ["trailing-comma"]],
    ["raw line breaks and tabs", '{"a":"x\n\ty"}', { a: "x\n\ty" }, ["raw-control"]],
    ["single quotes", "{'a':'it\\'s \"b\"'}", { a: 'it\'s "b"' }, ["escape", "single-quotes"]],
    ["Python's literals", '{"a":[True,False,None]}', { a: [true, false, null] }, ["python-literal"]],
    ["three quotes", '{"a":"""def f():\n    return "x"\n"""}', { a: 'def f():\n    return "x"\n' }, ["triple-quotes"]],
    ["three quotes on one line with escapes", '{"a":"""x\\ny"""}', { a: "x\ny" }, ["triple-quotes"]],
    ["three quotes around nothing", '{"a":"""""" , "b":""}', { a: "", b: "" }, ["triple-quotes"]],
    ["keys without quotes", '{name: "x", file_path: 1}', { name: "x", file_path: 1 }, ["unquoted-key"]],
    ["comments", '{"a":1, // why\n"b":2}', { a: 1, b: 2 }, ["comment"]],
    ["visible line breaks between tokens", '{"a": \\n[1,\\t2]\\n}', { a: [1, 2] }, ["visible-escape"]],
    [
      "missing commas that leave no doubt",
      '{"a":[1] "b":true "c":[{} {}]}',
      { a: [1], b: true, c: [{}, {}] },
      ["missing-comma"],
    ],
    ["missing brackets", '{"a":{"b":["c"', { a: { b: ["c"] } }, ["unclosed"]],
  ])("reads %s", (_, text, value, damage) => {
    expect(readJson(text)).toEqual({ ok: true, value, end: text.length, damage });
  });

  it.each([
    ["double quotes inside a string", '{"command": "echo "hi""}', 19, "expected"],
    ["an apostrophe inside single quotes", "{'a': 'it's'}", 10, "expected"],
    ["a missing comma and quote", '{"a":"songs"limit":3}', 12, "expected"],
    ["a missing comma behind a string", '{"a":"x" "b":3}', 9, "expected"],
    ["a missing comma behind an object", '{"a":{"x":1} "b":3}', 13, "expected"],
    ["a missing comma between numbers", "[1 2]", 3, "expected"],
    ["a missing comma in front of a bare key", "{a:1 b:2}", 5, "expected"],
    ["an escape that languages read differently", '{"a":"\\d+"}', 6, "no JSON escape"],
    ["pasted code with backslashes in three quotes", '{"a":"""x = "\\n"\ny"""}', 5, "two ways"],
    ["two brackets that do not match", '{"a":[1}', 7, "expected"],
    ["nothing", "  ", 2, "expected a value, got the end"],
    ["a word", "hello", 0, "expected a value"],
    ["a number that JSON does not know", "[0x1f]", 1, "expected a value"],
    ["a number beyond all bounds", "[1e999]", 1, "expected a value"],
    ["a comma and no more", '{"a":1,', 7, "got the end"],
    ["a key and no more", '{"a"', 4, "got the end"],
    ["an opening bracket and no more", "{", 1, "got the end"],
    ["a string that is not closed", '{"a":"x}', 5, "not closed"],
    ["a forest of brackets", "[".repeat(5000), 101, "levels"],
  ])("says where %s breaks the text", (_, text, at, error) => {
    expect(readJson(text)).toMatchObject({ ok: false, at, error: expect.stringContaining(error) });
  });

  it("tells a text that was cut from one that is wrong", () => {
    const cut = (text: string) => {
      const reading = readJson(text);
      return !reading.ok && reading.cut;
    };
    expect(['{"a":"x', '{"a":', '{"a', '{"a":tr', '{"a":"\\u00', '{"a":"\\'].map(cut)).toEqual(Array(6).fill(true));
    expect(['{"a":"x"y"}', '{"a":]', "{]"].map(cut)).toEqual([false, false, false]);
  });

  it("stops behind the value and reads from the middle of a text", () => {
    expect(readJson('so: {"a":1} and {"b":2}', 4)).toMatchObject({ value: { a: 1 }, end: 11 });
  });

  it("keeps a key named __proto__ as data", () => {
    const reading = readJson('{"__proto__":{"x":1}}');
    expect(reading.ok && Object.keys(reading.value as object)).toEqual(["__proto__"]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
