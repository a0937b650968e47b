import { groupBy } from "../figures/group-by.ts";
import { type Html, html } from "./html.ts";
import { groupKey, groupLegend } from "./plot-marks.ts";
import type { ReportGroup, ReportRun } from "./report-group.ts";
import { RESULT_SIGNS } from "./result-sign.ts";
import { scrollBox } from "./scroll-box.ts";

/** Every task against every group; each result leads to its run. */
export function taskSection(groups: readonly ReportGroup[]): Html {
  const byGroup = groups.map((group) => groupBy(group.runs, ({ record }) => record.task));
  const tasks = [...new Set(byGroup.flatMap((own) => [...own.keys()]))].sort();
  const head = html`<section id="tasks"><h2>Tasks</h2>`;
  const several = groups.length > 1;
  const seeded = new Set(groups.flatMap(({ runs }) => runs.map(({ record }) => record.seed))).size > 1;
  const heads = groups.map(
    (group) => html`<th scope="col">${several ? groupKey(group) : undefined} ${several ? group.letter : "result"}</th>`,
  );
  return html`${head}
<p>Each result leads to its run.${seeded ? " The number is the seed." : ""}</p>
${groupLegend(groups)}${scrollBox(
  "Results of each task",
  html`<table class="tasks${seeded ? " seeded" : ""}"><thead><tr><th scope="col">task</th>${heads}</tr></thead><tbody>${tasks.map(
    (
      task,
    ) => html`<tr><th scope="row">${task}</th>${byGroup.map((own) => html`<td>${results(own.get(task) ?? [], seeded)}</td>`)}</tr>
`,
  )}</tbody></table>`,
)}</section>`;
}

function results(runs: readonly ReportRun[], withSeed: boolean): Html {
  if (runs.length === 0) return html`<span class="none">not run</span>`;
  return html`${runs.map(({ id, record }) => {
    const sign = RESULT_SIGNS[record.result];
    const seed = withSeed ? html`<small>${record.seed}</small> ` : undefined;
    return html`<a class="result ${record.result}" href="#${id}">${seed}${sign} ${record.result}</a> `;
  })}`;
}
