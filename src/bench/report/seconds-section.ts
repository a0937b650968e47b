import { max, median } from "simple-statistics";
import type { FinishedRecord } from "../bench-record.ts";
import { finishedRuns } from "../figures/finished-runs.ts";
import { formatMean } from "../figures/number-format.ts";
import { axisRow, gridLines } from "./axis-row.ts";
import { type AxisScale, linearScale } from "./axis-scale.ts";
import { type Html, html } from "./html.ts";
import { groupKey, groupLegend, percentOf, plotMark } from "./plot-marks.ts";
import { type ReportGroup, recordsOf } from "./report-group.ts";
import { scrollBox } from "./scroll-box.ts";

const LANE_HEIGHT = 44;
/** Marks closer than this, in percent of the axis, are set above each other: */
const NEAR_PERCENT = 1.6;
/** in pixels, less where a stack would leave its lane. */
const MARK_DISTANCE = 8;
const STACK_HEIGHT = 34;

/** Seconds of each run, passes (dots) and fails (crosses) in lanes of their own; each lane also says its median and longest in numbers. */
export function secondsSection(groups: readonly ReportGroup[]): Html {
  const finished = groups.flatMap((group) => finishedRuns(recordsOf(group)));
  const head = html`<section id="seconds"><h2>Seconds per run</h2>`;
  if (finished.length === 0) return html`${head}<p class="none">No run finished.</p></section>`;
  const several = groups.length > 1;
  const scale = linearScale(max(finished.map(({ seconds }) => seconds)));
  const lanes = groups.map(
    (group) =>
      html`<tbody>${(["pass", "fail"] as const).map((result, at) => {
        const runs = finishedRuns(recordsOf(group)).filter((run) => run.result === result);
        const key =
          several && at === 0
            ? html`<th scope="rowgroup" rowspan="2" class="letter">${groupKey(group)} ${group.letter}</th>`
            : undefined;
        return html`<tr>${key}<th scope="row">${result}</th>${lane(runs, group, scale)}</tr>
`;
      })}</tbody>`,
  );
  return html`${head}
<p>One mark a run: dots pass, crosses fail. The agent's time, from launch to its end.</p>
${groupLegend(groups)}${scrollBox(
  "Seconds per run",
  html`<table class="plot strips"><thead><tr><td colspan="${several ? 2 : 1}"></td>${axisRow(scale, (tick) => `${tick} s`)}<th scope="col" class="number">runs</th><th scope="col" class="number">median</th><th scope="col" class="number">longest</th></tr></thead>${lanes}</table>`,
)}</section>`;
}

function lane(runs: readonly FinishedRecord[], group: ReportGroup, scale: AxisScale): Html {
  const marks = spread(runs, scale).map(({ run, x, offset }) => {
    const [shape, look] = run.result === "pass" ? ["mark-0", "mark"] : ["mark-cross", "cross"];
    return plotMark(
      shape,
      `${look} ${group.style}`,
      percentOf(x),
      (LANE_HEIGHT / 2 + offset).toFixed(1),
      `${run.task}, seed ${run.seed}: ${formatMean(run.seconds)} s`,
    );
  });
  const seconds = runs.map((run) => run.seconds);
  const [middle, longest] =
    runs.length === 0 ? ["–", "–"] : [`${formatMean(median(seconds))} s`, `${formatMean(max(seconds))} s`];
  return html`<td class="lane"><svg width="100%" height="${LANE_HEIGHT}" aria-hidden="true">${gridLines(scale)}${marks}</svg></td>
<td class="number">${runs.length}</td><td class="number">${middle}</td><td class="number">${longest}</td>`;
}

type Placed = { readonly run: FinishedRecord; readonly x: number; readonly offset: number };

function spread(runs: readonly FinishedRecord[], scale: AxisScale): Placed[] {
  const stacks: { run: FinishedRecord; x: number }[][] = [];
  for (const run of [...runs].sort((a, b) => a.seconds - b.seconds)) {
    const x = scale.at(run.seconds);
    const stack = stacks.at(-1);
    if (stack?.[0] !== undefined && x - stack[0].x < NEAR_PERCENT) stack.push({ run, x });
    else stacks.push([{ run, x }]);
  }
  return stacks.flatMap((stack) => {
    const distance = Math.min(MARK_DISTANCE, STACK_HEIGHT / stack.length);
    return stack.map(({ run, x }, at) => ({ run, x, offset: (at - (stack.length - 1) / 2) * distance }));
  });
}
