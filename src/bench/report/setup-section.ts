import type { BenchRecord } from "../bench-record.ts";
import { formatCount, formatNumber } from "../figures/number-format.ts";
import { type SetupPart, setupValues } from "../figures/setup-values.ts";
import { type Html, html } from "./html.ts";
import { groupKey } from "./plot-marks.ts";
import { groupLabel, type ReportGroup, recordsOf } from "./report-group.ts";
import { scrollBox } from "./scroll-box.ts";

/** `matters`: a difference in it is one of the setup, not of how the runs went. */
type Row = { readonly name: string; readonly cells: readonly string[]; readonly matters: boolean };

/** What was measured: the setups of the groups side by side, when, and how many runs; rows that differ say so. */
export function setupSection(groups: readonly ReportGroup[]): Html {
  const several = groups.length > 1;
  const heads = groups.map(
    (group) => html`<th scope="col">${several ? groupKey(group) : undefined} ${groupLabel(group)}</th>`,
  );
  const rows = [...setupRows(groups), ...countRows(groups)];
  return html`<section id="measured"><h2>What was measured</h2>
${scrollBox(
  "Setups",
  html`<table class="facts"><thead><tr><td></td>${heads}${several ? html`<td class="flag"></td>` : undefined}</tr></thead>
<tbody>${rows.map((row) => rowOf(row, several))}</tbody></table>`,
)}</section>`;
}

function rowOf({ name, cells, matters }: Row, several: boolean): Html {
  const differs = matters && new Set(cells).size > 1;
  return html`<tr${differs ? html` class="differs"` : undefined}><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}${
    several ? html`<td class="flag">${differs ? "differs" : ""}</td>` : undefined
  }</tr>
`;
}

function setupRows(groups: readonly ReportGroup[]): Row[] {
  const parts = groups.map((group) => setupValues(recordsOf(group)));
  return (parts[0] ?? []).map(({ name }, at) => ({
    name,
    cells: parts.map((own) => valuesOf(own[at])),
    matters: true,
  }));
}

function valuesOf(part: SetupPart | undefined): string {
  const values = part?.values ?? [];
  if (values.length === 0) return "–";
  return values.length === 1
    ? (values[0]?.text ?? "")
    : `mixed: ${values.map(({ text, runs }) => `${text} (${formatNumber(runs, "run")})`).join("; ")}`;
}

function countRows(groups: readonly ReportGroup[]): Row[] {
  const row = (name: string, matters: boolean, of: (records: readonly BenchRecord[]) => string): Row => ({
    name,
    cells: groups.map((group) => of(recordsOf(group))),
    matters,
  });
  return [
    row("tasks", true, (records) => formatCount(new Set(records.map(({ task }) => task)).size)),
    row("seeds", true, (records) => seedsOf(records)),
    row("runs", false, ({ length }) => formatCount(length)),
    row("of these invalid", false, (records) =>
      formatCount(records.filter(({ result }) => result === "invalid").length),
    ),
    row("when", false, (records) => period(records.map(({ at }) => at))),
  ];
}

function seedsOf(records: readonly BenchRecord[]): string {
  const seeds = [...new Set(records.map(({ seed }) => seed))].sort((a, b) => a - b);
  return seeds.join(", ") || "–";
}

function period(times: readonly string[]): string {
  const sorted = times.map(shortTime).sort();
  const [first = "–", last = "–"] = [sorted[0], sorted.at(-1)];
  return first === last ? first : `${first} to ${last.slice(0, 10) === first.slice(0, 10) ? last.slice(11) : last}`;
}

function shortTime(time: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `${time.slice(0, 10)} ${time.slice(11, 16)}` : time;
}
