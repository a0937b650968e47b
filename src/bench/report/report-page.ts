import type { BenchRecord } from "../bench-record.ts";
import { compareRuns } from "../compare/compare-runs.ts";
import { pairRuns } from "../compare/pair-runs.ts";
import { formatNumber, formatPercent, formatPercentInterval } from "../figures/number-format.ts";
import { passRate } from "../figures/pass-rate.ts";
import { type Html, html } from "./html.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { groupKey, MARK_SHAPES } from "./plot-marks.ts";
import { rateSection } from "./rate-section.ts";
import { groupLabel, type ReportGroup, recordsOf, reportGroups } from "./report-group.ts";
import { runSection } from "./run-section.ts";
import { secondsSection } from "./seconds-section.ts";
import { setupSection } from "./setup-section.ts";
import { stopSection } from "./stop-section.ts";
import { taskSection } from "./task-section.ts";
import { tokenSection } from "./token-section.ts";

/**
 * One HTML page of these runs, whole in itself: no script, nothing from the network, light and dark. Every text in the records is foreign
 * and only ever shown as text. One record a task and seed in each group.
 */
export function reportPage(
  groups: readonly { readonly name: string; readonly records: readonly BenchRecord[] }[],
): string {
  const named = reportGroups(groups);
  const names = named.map(({ name }) => name).join(", ");
  const isEmpty = named.every(({ runs }) => runs.length === 0);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Bench report${names === "" ? "" : `: ${names}`}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
${MARK_SHAPES}${isEmpty ? html`<main><h1>Bench report</h1><p>No runs.</p></main>` : body(named)}
</body>
</html>
`.html;
}

function body(groups: readonly ReportGroup[]): Html {
  const comparison = comparisonOf(groups);
  return html`<header><h1>Bench report</h1>
${groups.map((group) => resultOf(group))}
${comparison === undefined ? undefined : html`<p class="verdict">${comparison.sentence}</p>`}
${contents(comparison !== undefined)}</header>
<main>
${setupSection(groups)}
${rateSection(groups)}
${comparison === undefined ? undefined : comparisonSection(comparison.text)}
${secondsSection(groups)}
${tokenSection(groups)}
${stopSection(groups)}
${taskSection(groups)}
${runSection(groups)}
</main>`;
}

function comparisonSection(text: string): Html {
  return html`<section id="comparison"><h2>Comparison</h2>
<pre class="box" tabindex="0" role="region" aria-label="Comparison">${text}</pre></section>`;
}

function contents(compared: boolean): Html {
  const sections = [
    ["measured", "What was measured"],
    ["rates", "Pass rate"],
    ...(compared ? [["comparison", "Comparison"]] : []),
    ["seconds", "Seconds"],
    ["tokens", "Tokens"],
    ["stops", "Stops"],
    ["tasks", "Tasks"],
    ["runs", "Runs"],
  ] as const;
  return html`<nav aria-label="Sections">${sections.map(([id = "", name = ""]) => html`<a href="#${id}">${name}</a> `)}</nav>`;
}

function resultOf(group: ReportGroup): Html {
  const records = recordsOf(group);
  const rate = passRate(records);
  const invalid = records.filter(({ result }) => result === "invalid").length;
  const left = invalid === 0 ? "" : `; ${formatNumber(invalid, "run")} invalid`;
  const passes =
    rate === undefined
      ? records.length === 0
        ? "no runs"
        : "no run finished"
      : `${rate.passed} of ${formatNumber(rate.runs, "run")} pass, ${formatPercent(rate.rate)} (95 %: ${formatPercentInterval(rate.interval)})`;
  return html`<p class="lead">${group.letter === "" ? undefined : groupKey(group)} <b>${groupLabel(group)}</b>: ${passes}${left}.</p>
`;
}

/** Of exactly two groups that share finished runs. */
function comparisonOf(
  groups: readonly ReportGroup[],
): { readonly text: string; readonly sentence: string } | undefined {
  const [a, b, third] = groups;
  if (a === undefined || b === undefined || third !== undefined) return undefined;
  if (pairRuns(recordsOf(a), recordsOf(b)).pairs.length === 0) return undefined;
  const text = compareRuns(recordsOf(a), recordsOf(b), { a: a.name, b: b.name });
  return { text, sentence: text.slice(text.lastIndexOf("\n") + 1) };
}
