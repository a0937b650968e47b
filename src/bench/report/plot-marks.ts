import { type Html, html } from "./html.ts";
import { groupLabel, type ReportGroup } from "./report-group.ts";

/** The shapes that plots use by name, once in the page. */
export const MARK_SHAPES: Html = html`<svg class="shapes" width="0" height="0" aria-hidden="true"><defs>
<path id="mark-0" d="M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z"/>
<path id="mark-1" d="M-4 -4h8v8h-8z"/>
<path id="mark-2" d="M0 -5l5 9h-10z"/>
<path id="mark-3" d="M0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>
<path id="mark-cross" d="M-4 -4l8 8m0 -8l-8 8"/>
</defs></svg>`;

/** A mark at a place in percent of the plot, or at a distance in pixels. */
export function plotMark(shape: string, look: string, x: string, y: string, title?: string): Html {
  const inside = title === undefined ? undefined : html`<title>${title}</title>`;
  return html`<use class="${look}" href="#${shape}" x="${x}" y="${y}">${inside}</use>`;
}

/** Which mark and letter stand for which group; nothing where there is one. */
export function groupLegend(groups: readonly ReportGroup[]): Html | undefined {
  if (groups.length < 2) return undefined;
  return html`<ul class="legend">${groups.map((group) => html`<li>${groupKey(group)} ${groupLabel(group)}</li>`)}</ul>`;
}

/** A group's mark, small, for a line of text. */
export function groupKey(group: ReportGroup): Html {
  return markKey(group.mark, `mark ${group.style}`);
}

/** A mark for a legend. */
export function markKey(shape: string, look: string): Html {
  return html`<svg class="key" width="14" height="14" aria-hidden="true">${plotMark(shape, look, "7", "7")}</svg>`;
}

/** A place in percent, short. */
export function percentOf(value: number): string {
  return `${Number(value.toFixed(2))}%`;
}
