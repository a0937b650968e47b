import { trimBlankLines } from "./node-stack.ts";
import type { ReportReader } from "./test-report.ts";

const CLOSING = /^=* ?(\d+ \w+(?:, \d+ \w+)*) in [\d.]+s.*$/m;

/** pytest, quiet or not. */
export const readPytest: ReportReader = (output) => {
  const closing = CLOSING.exec(output)?.[1] ?? (/^no tests ran in /m.test(output) ? "0 passed" : undefined);
  if (closing === undefined) return undefined;
  const count = (what: string): number => Number(new RegExp(`(\\d+) ${what}`).exec(closing)?.[1] ?? 0);
  const sections = output.split(/^=+ (?:FAILURES|ERRORS) =+$/m).slice(1);
  const first = sections[0]?.split(/^=+ .* =+$/m)[0] ?? "";
  return {
    passed: count("passed"),
    ran: count("passed") + count("failed") + count("error") + count("skipped"),
    failed: [...output.matchAll(/^(?:FAILED|ERROR|SUBFAILED\S*) (\S+)/gm)].map(([, name = ""]) => name),
    failure: describe(first),
    nearest: "last",
  };
};

/** The first `____ name ____` block, without the captured output, the object's name, and frames of packages. */
function describe(section: string): string {
  const [, name, block = ""] = /^_{2,} (.+?) _{2,}$([\s\S]*?)(?=^_{2,} |(?![\s\S]))/m.exec(section) ?? [];
  if (name === undefined) return "";
  const lines = block.split(/^-+ Captured .* -+$/m)[0]?.split("\n") ?? [];
  const kept = withoutForeignPlaces(lines).filter((line) => !/^(?:_ )+_?$|^self = </.test(line));
  return [`FAILED: ${name}`, ...trimBlankLines(kept)].join("\n");
}

/** Drops `…/site-packages/x.py:12: in f` and the code below it. */
function withoutForeignPlaces(lines: readonly string[]): string[] {
  let isForeign = false;
  return lines.filter((line) => {
    if (/^.+:\d+: in /.test(line)) isForeign = /\/lib\/python[\d.]+\/|site-packages|^<frozen/.test(line);
    else if (!/^\s/.test(line)) isForeign = false;
    return !isForeign;
  });
}
