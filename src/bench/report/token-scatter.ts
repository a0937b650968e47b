import { max, min } from "simple-statistics";
import { formatCount, formatNumber } from "../figures/number-format.ts";
import { type AxisScale, linearScale, logScale } from "./axis-scale.ts";
import { type Html, html } from "./html.ts";
import { markKey, percentOf, plotMark } from "./plot-marks.ts";
import { type GroupedRun, groupLabel, type ReportGroup } from "./report-group.ts";

/** From this ratio of the largest to the smallest number on, small ones would stick to the corner. */
const LOG_FROM_RATIO = 20;

/** Evaluated tokens (upwards) against fresh ones (to the right), one mark a run, both axes alike so that runs on the diagonal read only what was new. Both numbers are known; at least one run. */
export function tokenScatter(runs: readonly GroupedRun[], groups: readonly ReportGroup[]): Html {
  const values = runs.flatMap(({ run }) => [run.tokens.evaluated ?? 0, run.tokens.fresh ?? 0]);
  const positive = values.filter((value) => value > 0);
  const [low, high] = positive.length === 0 ? [0, 0] : [min(positive), max(positive)];
  const isLog = low > 0 && high / low >= LOG_FROM_RATIO;
  const scale = isLog ? logScale(low, high) : linearScale(high);
  const marks = runs.map(({ group, run }) => {
    const { fresh, evaluated } = run.tokens;
    const look = `${run.result === "pass" ? "mark" : "hollow"} ${group.style}`;
    const title = `${groups.length > 1 ? `${group.letter}, ` : ""}${run.task}, seed ${run.seed}, ${run.result}: fresh ${formatCount(fresh)}, evaluated ${formatCount(evaluated)}`;
    return plotMark(
      group.mark,
      look,
      percentOf(scale.at(fresh ?? 0)),
      percentOf(100 - scale.at(evaluated ?? 0)),
      title,
    );
  });
  return html`<figure class="scatter"><svg width="100%" height="100%" role="img" aria-label="Evaluated against fresh tokens of ${formatNumber(runs.length, "run")}; means in the table below, each run's numbers in the list of runs">${axes(scale)}<rect class="frame" width="100%" height="100%"/><line class="diagonal" x1="0" y1="100%" x2="100%" y2="0"/>${marks}</svg></figure>
<p class="axis-name">To the right: fresh tokens. Upwards: evaluated tokens.${isLog ? " Both axes are logarithmic." : ""}</p>
<ul class="legend">${groups.map((group) => legendOf(group, groups.length > 1))}<li><svg class="key" width="22" height="14" aria-hidden="true"><line class="diagonal" x1="1" y1="13" x2="21" y2="1"/></svg> as many read as were new</li></ul>`;
}

function legendOf(group: ReportGroup, several: boolean): Html {
  const name = several ? ` ${groupLabel(group)}:` : "";
  return html`<li>${name} ${markKey(group.mark, `mark ${group.style}`)} pass ${markKey(group.mark, `hollow ${group.style}`)} fail</li>`;
}

function axes({ ticks, at }: AxisScale): Html[] {
  return ticks.map((tick, place) => {
    const [x, y] = [percentOf(at(tick)), percentOf(100 - at(tick))];
    const label = formatCount(tick);
    return html`<line class="grid" x1="${x}" x2="${x}" y1="0" y2="100%"/><line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text${place % 2 === 1 ? html` class="minor"` : undefined} x="${x}" y="100%" dy="18" text-anchor="middle">${label}</text><text x="-8" y="${y}" dy="4" text-anchor="end">${label}</text>`;
  });
}
