import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../types.ts";
import { type Feed, readWhole } from "./feed.ts";
import { type JsonCursor, JsonFault } from "./json-cursor.ts";
import { readPythonValue } from "./read-python-value.ts";

type Read = { value?: Json; end: number; fault?: string; cut?: boolean; damage: string[] };

function* reading(feed: Feed) {
  const cursor: JsonCursor = { feed, at: 0, damage: new Set(), stops: [] };
  const damage = () => [...cursor.damage].sort();
  try {
    const value = yield* readPythonValue(cursor);
    return { value, end: cursor.at, damage: damage() } as Read;
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    return { end: fault.at, fault: fault.message, cut: fault.cut, damage: damage() } as Read;
  }
}

const read = (text: string): Read => readWhole(text, reading);

const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }) as fc.Arbitrary<Json>;

/** A text as Python's `repr` writes it. */
function reprOfText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const short: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", [quote]: `\\${quote}` };
  const hex = (code: number, length: number) => code.toString(16).padStart(length, "0");
  const escaped = (char: string) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 32 || (code > 126 && code < 161)) return `\\x${hex(code, 2)}`;
    if (code >= 0xd800 && code < 0xe000) return `\\u${hex(code, 4)}`;
    return /\p{C}|\p{Z}/u.test(char) && char !== " "
      ? code > 0xffff
        ? `\\U${hex(code, 8)}`
        : `\\u${hex(code, 4)}`
      : char;
  };
  return `${quote}${[...text].map((char) => short[char] ?? escaped(char)).join("")}${quote}`;
}

function repr(value: Json): string {
  if (typeof value === "string") return reprOfText(value);
  if (typeof value === "number") {
    const isFloat = !Number.isSafeInteger(value);
    return isFloat && /^-?\d+$/.test(`${value}`) ? value.toExponential() : `${value}`;
  }
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value === null || typeof value === "boolean") return { null: "None", true: "True", false: "False" }[`${value}`];
  return `{${Object.entries(value)
    .map(([key, item]) => `${reprOfText(key)}: ${repr(item)}`)
    .join(", ")}}`;
}

/** The same value in other words of Python. */
function rewrite(value: Json, style: { tuples: boolean; json: boolean; breaks: boolean; split: boolean }): string {
  const gap = style.breaks ? '  # a note, with ] and "\n  ' : " ";
  if (typeof value === "string") {
    const half = Math.floor(value.length / 2);
    const parts = style.split ? [value.slice(0, half), value.slice(half)] : [value];
    const written = parts.map((part) => (style.json ? JSON.stringify(part).replaceAll("\\/", "/") : reprOfText(part)));
    return style.split ? `(${written.join(gap)})` : written.join(gap);
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => rewrite(item, style)).join(`,${gap}`);
    return style.tuples && value.length > 0 ? `(${items},)` : `[${items}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${reprOfText(key)}:${gap}${rewrite(item, style)}`);
    return `{${members.join(`,${gap}`)}${members.length > 0 ? "," : ""}}`;
  }
  return style.json ? JSON.stringify(value) : repr(value);
}

const anyStyle = fc.record({ tuples: fc.boolean(), json: fc.boolean(), breaks: fc.boolean(), split: fc.boolean() });
const same = (value: Json): Json => JSON.parse(JSON.stringify(value));

describe("readPythonValue", () => {
  it("reads back what Python's repr writes of any JSON value", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = repr(same(value));
        expect(read(text)).toEqual({ value: same(value), end: text.length, damage: [] });
      }),
      { numRuns: 500 },
    );
  });

  it("reads the same value in other words: tuples, comments, joined strings, JSON's literals", () => {
    fc.assert(
      fc.property(anyJson, anyStyle, (value, style) => {
        // Python has no number beyond what JSON's digits would say exactly.
        fc.pre(!/\d{16}/.test(JSON.stringify(value)));
        expect(read(rewrite(same(value), style))).toMatchObject({ value: same(value) });
      }),
      { numRuns: 500 },
    );
  });

  it("gives the value or a fault, never another value, when the end is lost", () => {
    fc.assert(
      fc.property(anyJson, fc.integer({ min: 1, max: 40 }), (value, lost) => {
        const whole = repr([same(value)]);
        const text = whole.slice(0, Math.max(0, whole.length - lost));
        const { fault, value: got, damage } = read(text);
        if (fault !== undefined) return;
        if (/^[\]}]*$/.test(whole.slice(text.length))) expect(got).toEqual([same(value)]);
        expect(damage).toContain("unclosed");
      }),
      { numRuns: 500 },
    );
  });

  it("reads the same however the text comes in", () => {
    fc.assert(
      fc.property(anyJson, anyStyle, fc.nat(60), (value, style, cut) => {
        const whole = rewrite(same(value), style);
        const text = whole.slice(0, Math.max(1, whole.length - cut));
        const feed: Feed = { text: "", finish: null };
        const steps = reading(feed);
        let step = steps.next();
        for (const char of text) {
          feed.text += char;
          if (!step.done) step = steps.next();
        }
        feed.finish = "stop";
        if (!step.done) step = steps.next();
        expect(step.value).toEqual(read(text));
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, string, Json]>([
    ["single quotes", String.raw`'it\'s "b"'`, 'it\'s "b"'],
    ["double quotes", String.raw`"say \"hi\""`, 'say "hi"'],
    ["three quotes", '"""def f():\n    return "x"\n"""', 'def f():\n    return "x"\n'],
    ["three single quotes", "'''it's\n\"\"\"a\"\"\"\n'''", 'it\'s\n"""a"""\n'],
    ["three quotes that begin with a joined line", '"""\\\nfirst\n"""', "first\n"],
    ["three quotes on one line with escapes", '"""x\\ny"""', "x\ny"],
    ["an empty text in three quotes", '""""""', ""],
    ["an empty text", "''", ""],
    ["every short escape", String.raw`"\\\'\"\a\b\f\n\r\t\v"`, "\\'\"\x07\b\f\n\r\t\v"],
    ["escapes by number", String.raw`"\x41\u00e9\U0001F600"`, "Aé😀"],
    ["a pair of surrogates", String.raw`"\ud83d\ude00"`, "😀"],
    ["escapes that Python leaves alone", String.raw`"\d+\.\w \/ \$"`, String.raw`\d+\.\w \/ \$`],
    ["a backslash before a line break", '"a\\\nb"', "ab"],
    ["a line break in plain quotes", '"a\nb"', "a\nb"],
    ["raw strings", String.raw`r"\d+\n\"'"`, String.raw`\d+\n\"'`],
    ["raw strings in three quotes", 'R"""a\\n\nb"""', "a\\n\nb"],
    ["bytes and marked text", `(b"ab", u'é', Rb'\\n')`, ["ab", "é", "\\n"]],
    ["strings behind one another", `('a' "b"\n  r'\\c')`, "ab\\c"],
    ["integers", "[1_000, -3, +4, 0, 0x1F, 0o17, 0b101, -0x10]", [1000, -3, 4, 0, 31, 15, 5, -16]],
    ["floats", "[1.5, .5, 5., 1e3, -2.5E-3, 1_0.0_1]", [1.5, 0.5, 5, 1000, -0.0025, 10.01]],
    ["literals of both languages", "[True, False, None, true, false, null]", [true, false, null, true, false, null]],
    ["tuples and parentheses", "[(), (1,), (1, 2), (1), ((2))]", [[], [1], [1, 2], 1, 2]],
    ["dicts", "{'a': {}, \"b\": [1,], c: 2}", { a: {}, b: [1], c: 2 }],
    ["a key named __proto__", "{'__proto__': 1}", JSON.parse('{"__proto__": 1}')],
    ["lines joined and lines escaped once too often", "[1, \\\n2,\\n 3]", [1, 2, 3]],
  ])("reads %s", (_, text, value) => {
    expect(read(text)).toMatchObject({ value, end: text.length });
  });

  it.each([
    ["formatted strings", `f"{x}"`, "f-strings are not evaluated"],
    ["an unknown prefix", `x"a"`, "x-strings"],
    ["octal escapes", String.raw`"\033[0m"`, "\\0 is not read"],
    ["named escapes", String.raw`"\N{BULLET}"`, "\\N is not read"],
    ["an escape that is too short", String.raw`"\x4"`, "needs 2 hexadecimal digits"],
    ["an escape beyond Unicode", String.raw`"\U00110000"`, "needs 8"],
    ["bytes that are no text", String.raw`b"\xff"`, "beyond ASCII"],
    ["pasted code with backslashes", '"""print("a\\n")\n"""', "two ways"],
    ["quotes inside quotes", `"echo "hi""`, ""],
    ["quotes inside quotes that Python would join", `"print("")"`, "quote inside a string"],
    ["a set", "{1, 2}", "a string as key"],
    ["a set of strings", `{"a", "b"}`, 'expected ":"'],
    ["a key that is no string", "{1: 2}", "a string as key"],
    ["a key that is a literal", "{None: 2}", "a string as key"],
    ["a name", "[path]", "a literal value"],
    ["a call", "open('x')", "a literal value"],
    ["an ellipsis", "[...]", "a literal value"],
    ["a sum", "[1+2]", "a literal value"],
    ["a concatenation", "['a' + 'b']", "expected"],
    ["a repetition", "['a' * 1000]", "expected"],
    ["a method", "['a'.upper()]", "expected"],
    ["a comprehension", "[1 for x in y]", "expected"],
    ["a condition", "['a' if x else 'b']", "expected"],
    ["an integer with a leading zero", "007", "a literal value"],
    ["an integer that JSON readers round", "[12345678901234567890]", "a literal value"],
    ["a number beyond all bounds", "1e999", "a literal value"],
    ["a complex number", "1j", "a literal value"],
    ["misplaced underscores", "[1__0]", "a literal value"],
    ["not a number", "nan", "a literal value"],
    ["two values without a comma", "[1 2]", "expected"],
    ["two commas", "[1,,2]", "expected"],
    ["a forest of brackets", "[".repeat(5000), "levels"],
    ["nothing", " # only a note", "the end"],
  ])("refuses %s", (_, text, error) => {
    const { value, fault } = read(text);
    expect(value === undefined || read(text).end < text.length).toBe(true);
    if (value === undefined) expect(fault).toContain(error);
  });

  it("tells a text that was cut from one that is wrong", () => {
    const cut = (text: string) => read(text).cut;
    expect(['"x', "{'a':", "{'a", "[Tr", '"\\u00', '"\\', "'''a''", "r'a\\", "[", "(1,"].map(cut)).toEqual(
      Array(10).fill(true),
    );
    expect(["[1 2]", "{'a': ]", "[1}", "f'x'"].map(cut)).toEqual(Array(4).fill(false));
  });

  it("takes what misses nothing but closing brackets", () => {
    expect(read("{'a': ['b', (1, 2")).toMatchObject({ value: { a: ["b", [1, 2]] }, damage: ["unclosed"] });
  });
});
