import type { FinishedRecord } from "../bench-record.ts";
import { finishedRuns } from "../figures/finished-runs.ts";
import { groupBy } from "../figures/group-by.ts";
import { type Html, html } from "./html.ts";
import { groupKey, groupLegend, percentOf } from "./plot-marks.ts";
import { type ReportGroup, recordsOf } from "./report-group.ts";
import { scrollBox } from "./scroll-box.ts";

const MOST_ROWS = 15;

type Row = { readonly kind: string; readonly why: string; readonly counts: readonly number[] };

/** What stopped the failed runs: how the agent ended and why, counted for each group. */
export function stopSection(groups: readonly ReportGroup[]): Html {
  const failed = groups.map((group) => finishedRuns(recordsOf(group)).filter(({ result }) => result === "fail"));
  const head = html`<section id="stops"><h2>What stopped failed runs</h2>`;
  const all = failed.flat();
  if (all.length === 0) return html`${head}<p class="none">No run failed.</p></section>`;
  const rows = foldRest([...groupBy(all, keyOf)].map(([key, runs]): Row => rowOf(key, runs, failed)));
  const most = Math.max(...rows.flatMap(({ counts }) => counts));
  const heads = groups.map(
    (group) => html`<th scope="col">${groups.length > 1 ? groupKey(group) : undefined} ${group.letter || "runs"}</th>`,
  );
  return html`${head}
<p>How the agent ended. “done” means that it thought it was finished, but the tests fail.</p>
${groupLegend(groups)}${scrollBox(
  "What stopped failed runs",
  html`<table class="stops"><thead><tr><th scope="col">ended</th><th scope="col">why</th>${heads}</tr></thead><tbody>${rows.map(
    ({
      kind,
      why,
      counts,
    }) => html`<tr><th scope="row">${kind}</th><td class="why">${why}</td>${counts.map((count, at) => bar(count, most, groups[at]))}</tr>
`,
  )}</tbody></table>`,
)}</section>`;
}

function keyOf({ stop }: FinishedRecord): string {
  return `${stop.kind} ${stop.why}`;
}

function rowOf(key: string, runs: readonly FinishedRecord[], failed: readonly (readonly FinishedRecord[])[]): Row {
  const stop = runs[0]?.stop;
  return {
    kind: stop?.kind ?? "",
    why: stop?.why ?? "",
    counts: failed.map((own) => own.filter((run) => keyOf(run) === key).length),
  };
}

/** The most frequent first; rare ones together in the last row. */
function foldRest(rows: readonly Row[]): Row[] {
  const total = ({ counts }: Row) => counts.reduce((sum, count) => sum + count, 0);
  const sorted = [...rows].sort((a, b) => total(b) - total(a));
  const rest = sorted.slice(MOST_ROWS);
  if (rest.length < 2) return sorted;
  const counts = (rest[0]?.counts ?? []).map((_, at) => rest.reduce((sum, row) => sum + (row.counts[at] ?? 0), 0));
  return [...sorted.slice(0, MOST_ROWS), { kind: "other", why: `${rest.length} more reasons`, counts }];
}

function bar(count: number, most: number, group: ReportGroup | undefined): Html {
  const width = percentOf((count / most) * 100);
  return html`<td class="bar"><span class="count">${count}</span><svg width="100%" height="12" aria-hidden="true"><rect class="filled ${group?.style ?? ""}" width="${width}" height="12"/></svg></td>`;
}
