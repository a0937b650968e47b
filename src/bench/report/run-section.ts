import { formatCount, formatMean } from "../figures/number-format.ts";
import { type Html, html } from "./html.ts";
import { groupKey } from "./plot-marks.ts";
import { groupLabel, type ReportGroup, type ReportRun } from "./report-group.ts";
import { RESULT_SIGNS } from "./result-sign.ts";
import { runDetails } from "./run-details.ts";

/** All runs, group by group; each opens to its figures and its story. */
export function runSection(groups: readonly ReportGroup[]): Html {
  const several = groups.length > 1;
  return html`<section id="runs"><h2>Runs</h2>
${groups.map(
  (group) => html`${several ? html`<h3>${groupKey(group)} ${groupLabel(group)}</h3>` : undefined}
${group.runs.length === 0 ? html`<p class="none">No runs.</p>` : group.runs.map((run) => runOf(run, showsSeeds(group)))}`,
)}</section>`;
}

function showsSeeds({ runs }: ReportGroup): boolean {
  return new Set(runs.map(({ record }) => record.seed)).size > 1;
}

function runOf({ id, record }: ReportRun, withSeed: boolean): Html {
  const sign = RESULT_SIGNS[record.result];
  const seed = withSeed ? html` <small>seed ${record.seed}</small>` : undefined;
  // The id is inside, because browsers open closed details around the target of a link.
  return html`<details class="run"><summary><span class="result ${record.result}">${sign} ${record.result}</span> <span class="task">${record.task}${seed}</span> ${figures(record)}</summary>
<div class="inside" id="${id}">${runDetails(record)}</div></details>
`;
}

function figures(record: ReportRun["record"]): Html {
  if (record.result === "invalid") return html`<span class="figures">${record.why}</span>`;
  const { seconds, steps, tokens } = record;
  const read =
    tokens.evaluated === null
      ? "tokens unknown"
      : `${formatCount(tokens.evaluated)} evaluated, ${formatCount(tokens.fresh)} fresh`;
  return html`<span class="figures">${formatMean(seconds)} s, ${formatCount(steps)} ${steps === 1 ? "step" : "steps"}, ${read}</span>`;
}
