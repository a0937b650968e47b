import type { AxisScale } from "./axis-scale.ts";
import { type Html, html } from "./html.ts";
import { percentOf } from "./plot-marks.ts";

/** The head of a table's column of plots: the axis with its labels. Rows beneath draw the same grid. */
export function axisRow({ ticks, at }: AxisScale, labelOf: (tick: number) => string): Html {
  // Every second label may go where there is little room.
  const labels = ticks.map(
    (tick, place) =>
      html`<text${place % 2 === 1 ? html` class="minor"` : undefined} x="${percentOf(at(tick))}" y="14" text-anchor="middle">${labelOf(tick)}</text>`,
  );
  return html`<td class="lane axis"><svg width="100%" height="20" aria-hidden="true">${labels}</svg></td>`;
}

/** The grid of an axis in one row of its column. */
export function gridLines({ ticks, at }: AxisScale): Html[] {
  return ticks.map(
    (tick) => html`<line class="grid" x1="${percentOf(at(tick))}" x2="${percentOf(at(tick))}" y1="0" y2="100%"/>`,
  );
}
