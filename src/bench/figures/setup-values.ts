import type { BenchRecord, BenchSetup } from "../bench-record.ts";
import { groupBy } from "./group-by.ts";
import { oneLine } from "./one-line.ts";
import { shownModel } from "./shown-model.ts";

/** One part of the setups of some runs: each value that occurs, as text, with the number of its runs. */
export type SetupPart = {
  readonly part: keyof BenchSetup;
  readonly name: string;
  readonly values: readonly { readonly text: string; readonly runs: number }[];
};

const PARTS: readonly { part: keyof BenchSetup; name: string; text: (setup: BenchSetup) => string }[] = [
  { part: "agent", name: "agent", text: (setup) => oneLine(setup.agent) },
  {
    part: "model",
    name: "model",
    text: (setup) => (setup.model === null ? "not told" : oneLine(shownModel(setup.model))),
  },
  { part: "server", name: "server", text: (setup) => oneLine(setup.server) },
  { part: "protocol", name: "protocol", text: (setup) => `tests ${setup.protocol}` },
  { part: "options", name: "options", text: (setup) => oneLine(furtherOptions(setup.options).join(" ")) || "none" },
  { part: "timeLimitSeconds", name: "time limit", text: (setup) => `${setup.timeLimitSeconds} s` },
  { part: "program", name: "program", text: (setup) => (setup.program === null ? "not told" : oneLine(setup.program)) },
];

const WITHOUT_VALUE: ReadonlySet<string> = new Set(["--embedded", "--yolo", "--no-download"]);
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(["--model", "--base-url", "--embedded"]);

/** The setups of these runs, part by part, invalid runs included. */
export function setupValues(records: readonly BenchRecord[]): SetupPart[] {
  return PARTS.map(({ part, name, text }) => ({
    part,
    name,
    values: [...groupBy(records, (record) => text(record.setup))].map(([value, runs]) => ({
      text: value,
      runs: runs.length,
    })),
  }));
}

/** Where these runs mix setups: what they mix, as the end of a sentence; empty where all share one. */
export function setupMixture(records: readonly BenchRecord[]): string[] {
  const mixed = setupValues(records).filter(({ values }) => values.length > 1);
  if (mixed.length === 0) return [];
  const parts = mixed.map(
    ({ name, values }) => `${name} (${values.map(({ text, runs }) => `${text}: ${runs}`).join("; ")})`,
  );
  return [`mix several setups: ${parts.join(", ")}.`];
}

/** The options without those that the model and the server tell already, which would count one difference twice. */
function furtherOptions(options: readonly string[]): string[] {
  const further: string[] = [];
  for (let at = 0; at < options.length; ) {
    const words = options.slice(at, at + (WITHOUT_VALUE.has(options[at] ?? "") ? 1 : 2));
    if (!TOLD_ELSEWHERE.has(words[0] ?? "")) further.push(...words);
    at += words.length;
  }
  return further;
}
