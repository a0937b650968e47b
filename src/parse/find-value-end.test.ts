import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseReply } from "../testing/parse-reply.ts";
import { TAGGED_CALL_WRITERS, type TaggedCallWriter } from "../testing/write-tagged-call.ts";

const forms = Object.entries<TaggedCallWriter>(TAGGED_CALL_WRITERS);
const words = [
  "a",
  "x = 1;",
  "\n",
  "\n\n",
  " ",
  '"q"',
  "'",
  "`",
  '{"a": 1}',
  "123",
  "<div>",
  "</div>",
  "é格😀",
  "\\n",
  "&amp;",
];

/** A text of words and of whole calls, as a file about tool calls might hold. */
const contents = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.constantFrom(...forms) }),
    {
      maxLength: 8,
    },
  )
  .map((parts) =>
    parts
      .map((part) => (typeof part === "string" ? part : `\n${part[1]("bash", [["command", "rm -rf x"]]).join("")}\n`))
      .join(""),
  );

const CLOSER = /^(?:]<]minimax\[>\[)?<(?:\/|\|close)/;
const damages = ["none", "lost", "doubled", "swapped", "cut"] as const;
const samples = fc.record({
  form: fc.constantFrom(...forms),
  content: contents,
  isContentFirst: fc.boolean(),
  damage: fc.constantFrom(...damages),
  place: fc.nat(),
  other: fc.nat(),
});

/** The sample as a reply, and the content in it. */
function damaged({ form: [name, writer], content, isContentFirst, damage, place, other }: SampleOf<typeof samples>) {
  // The token of MiniMax M3 stands in no text.
  const value = name === "minimax-m3" ? content.replaceAll("]<]minimax[>[", "") : content;
  const write = (text: string) => {
    const given = [["path", "a"] as const, ["content", text] as const];
    return [...writer("write", isContentFirst ? given.reverse() : given)];
  };
  const closers = write("").flatMap((piece, index) => (CLOSER.test(piece) ? [index] : []));
  const pieces = write(value);
  const at = closers[place % closers.length] ?? 0;
  if (damage === "lost") pieces[at] = "";
  if (damage === "doubled") pieces[at] += pieces[at] ?? "";
  if (damage === "swapped") pieces[at] = pieces[closers[other % closers.length] ?? 0] ?? "";
  const reply = pieces.join("");
  return { reply: damage === "cut" ? reply.slice(0, place % reply.length) : reply, value };
}

type SampleOf<T> = T extends fc.Arbitrary<infer Sample> ? Sample : never;

describe("findValueEnd", () => {
  it("finds the value that was meant, or none, whatever the value holds and whatever one closing tag suffers", () => {
    fc.assert(
      fc.property(samples, (sample) => {
        const { reply, value } = damaged(sample);
        const { calls } = parseReply(reply, { finish: sample.damage === "cut" ? "length" : "stop" });
        const made = calls.filter(({ problem }) => problem === undefined).map((call) => [call.name, call.arguments]);
        // Where a closing tag is lost, how many line breaks were before it is lost too.
        const isLoose = sample.damage === "lost" || sample.damage === "swapped";
        const trimmed = made.map(([name, args]) => [name, isLoose ? trimEnds(args) : args]);
        const meant = { path: "a", content: isLoose ? value.trimEnd() : value };
        expect([[], [["write", meant]]]).toContainEqual(trimmed);
        if (sample.damage === "none") expect(made).toEqual([["write", meant]]);
      }),
      { numRuns: 1_000 },
    );
  });
});

function trimEnds(given: unknown): unknown {
  return Object.fromEntries(
    Object.entries(given as { [key: string]: string }).map(([key, text]) => [key, text.trimEnd()]),
  );
}
