import type { BenchRecord } from "../bench-record.ts";
import { groupBy } from "../figures/group-by.ts";
import { formatPercent, formatPercentInterval } from "../figures/number-format.ts";
import { type PassRate, passRate } from "../figures/pass-rate.ts";
import { axisRow, gridLines } from "./axis-row.ts";
import type { AxisScale } from "./axis-scale.ts";
import { type Html, html } from "./html.ts";
import { groupKey, groupLegend, percentOf, plotMark } from "./plot-marks.ts";
import { type ReportGroup, recordsOf } from "./report-group.ts";
import { scrollBox } from "./scroll-box.ts";

const LANE_HEIGHT = 28;
const SCALE: AxisScale = { ticks: [0, 25, 50, 75, 100], at: (percent) => percent };

/** Pass rates with their intervals: in all, per suite, per level, each for every group. The plot is a table whose rows say the same in numbers. */
export function rateSection(groups: readonly ReportGroup[]): Html {
  const head = html`<section id="rates"><h2>Pass rate</h2>`;
  if (groups.every((group) => passRate(recordsOf(group)) === undefined)) {
    return html`${head}<p class="none">No run finished.</p></section>`;
  }
  const several = groups.length > 1;
  const columns = several ? 2 : 1;
  const blocks = slices(groups).map(
    ({ name, keep }) =>
      html`<tbody>${groups.map((group, at) => {
        const rate = passRate(recordsOf(group).filter(keep));
        const slice = at === 0 ? html`<th scope="rowgroup" rowspan="${groups.length}">${name}</th>` : undefined;
        const key = several ? html`<th scope="row" class="letter">${groupKey(group)} ${group.letter}</th>` : undefined;
        return html`<tr>${slice}${key}${rate === undefined ? EMPTY : rateCells(rate, group)}</tr>
`;
      })}</tbody>`,
  );
  return html`${head}
<p>Mark: the share of runs that pass. Line: its 95 % interval (Wilson). Invalid runs are left out.${
    hasSeveralSeeds(groups) ? " Seeds of one task depend on each other, which widens the interval." : ""
  }</p>
${groupLegend(groups)}${scrollBox(
  "Pass rates",
  html`<table class="plot rates"><thead><tr><td colspan="${columns}"></td>${axisRow(SCALE, (tick) => `${tick} %`)}<th scope="col" class="number">rate</th><th scope="col" class="number">95 %</th><th scope="col" class="number">pass</th></tr></thead>${blocks}</table>`,
)}</section>`;
}

function hasSeveralSeeds(groups: readonly ReportGroup[]): boolean {
  return groups.some((group) => new Set(recordsOf(group).map(({ seed }) => seed)).size > 1);
}

const EMPTY = html`<td class="lane none">no run finished</td><td class="number">–</td><td class="number">–</td><td class="number">–</td>`;

function rateCells({ passed, runs, rate, interval }: PassRate, group: ReportGroup): Html {
  const at = (share: number) => percentOf(SCALE.at(share * 100));
  return html`<td class="lane"><svg width="100%" height="${LANE_HEIGHT}" aria-hidden="true">${gridLines(SCALE)}<line class="range ${group.style}" x1="${at(interval.low)}" x2="${at(interval.high)}" y1="${LANE_HEIGHT / 2}" y2="${LANE_HEIGHT / 2}"/>${plotMark(group.mark, `mark ${group.style}`, at(rate), String(LANE_HEIGHT / 2))}</svg></td>
<td class="number">${formatPercent(rate)}</td><td class="number">${formatPercentInterval(interval)}</td><td class="number">${passed} of ${runs}</td>`;
}

type Slice = { readonly name: string; readonly keep: (record: BenchRecord) => boolean };

/** A cut into suites or levels is only shown where it cuts. */
function slices(groups: readonly ReportGroup[]): Slice[] {
  const records = groups.flatMap(recordsOf);
  const suites = [...groupBy(records, ({ suite }) => suite).keys()].sort();
  const levels = [...groupBy(records, ({ level }) => level).keys()].sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
  return [
    { name: "All", keep: () => true },
    ...(suites.length < 2 ? [] : suites.map((name): Slice => ({ name, keep: ({ suite }) => suite === name }))),
    ...(levels.length < 2
      ? []
      : levels.map(
          (one): Slice => ({ name: one === null ? "no level" : `level ${one}`, keep: ({ level }) => level === one }),
        )),
  ];
}
