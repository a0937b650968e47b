import type { FinishedRecord } from "../bench-record.ts";
import { finishedRuns } from "../figures/finished-runs.ts";
import { formatCount, formatMean, formatNumber, formatPercent, formatRatio } from "../figures/number-format.ts";
import { meanAmount } from "../figures/run-amounts.ts";
import { type Html, html } from "./html.ts";
import { groupKey } from "./plot-marks.ts";
import { type GroupedRun, groupLabel, type ReportGroup, recordsOf } from "./report-group.ts";
import { scrollBox } from "./scroll-box.ts";
import { tokenScatter } from "./token-scatter.ts";

/** Tokens that the server had to read against those that were new to it, as a plot and in means a run. */
export function tokenSection(groups: readonly ReportGroup[]): Html {
  const runs = groups.flatMap((group): GroupedRun[] => finishedRuns(recordsOf(group)).map((run) => ({ group, run })));
  const head = html`<section id="tokens"><h2>Tokens</h2>`;
  if (runs.length === 0) return html`${head}<p class="none">No run finished.</p></section>`;
  const known = runs.filter(({ run }) => run.tokens.evaluated !== null && run.tokens.fresh !== null);
  const unknown = runs.length - known.length;
  const nothing = runs.every(({ run }) => Object.values(run.tokens).every((value) => value === null));
  return html`${head}
<p>Evaluated: what the server had to read because its cache did not hold it. Fresh: what was new, held neither by the request before nor by its reply (estimated from the share of characters). Above the dashed line, text was read again; below it, the cache held text from an earlier run.</p>
${known.length === 0 ? html`<p class="none">The server told these tokens for no run.</p>` : tokenScatter(known, groups)}
${unknown > 0 && known.length > 0 ? html`<p class="none">Not in the plot: ${formatNumber(unknown, "run")} whose evaluated or fresh tokens are unknown.</p>` : undefined}
${nothing ? undefined : tokenTable(groups)}</section>`;
}

function tokenTable(groups: readonly ReportGroup[]): Html {
  const heads = [
    "runs",
    "sent",
    "cached",
    "from cache",
    "evaluated",
    "fresh",
    "evaluated / fresh",
    "generated",
    "tokens unknown",
  ];
  const rows = groups.map(
    (
      group,
    ) => html`<tr><th scope="row">${groups.length > 1 ? groupKey(group) : undefined} ${groupLabel(group)}</th>${cells(
      finishedRuns(recordsOf(group)),
    ).map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`,
  );
  return html`<p class="axis-name">Means of a run, over the runs where the server told them:</p>${scrollBox(
    "Tokens, means of a run",
    html`<table class="tokens"><thead><tr><td></td>${heads.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`,
  )}`;
}

function cells(runs: readonly FinishedRecord[]): string[] {
  const mean = (of: keyof FinishedRecord["tokens"]) => formatMean(meanAmount(runs, (run) => run.tokens[of]).mean);
  const unknown = runs.filter(({ tokens }) => Object.values(tokens).some((value) => value === null)).length;
  return [
    formatCount(runs.length),
    mean("sent"),
    mean("cached"),
    formatPercent(quotient(runs, "cached", "sent")),
    mean("evaluated"),
    mean("fresh"),
    formatRatio(quotient(runs, "evaluated", "fresh")),
    mean("generated"),
    unknown === 0 ? "–" : formatNumber(unknown, "run"),
  ];
}

/** Of the sums, over the runs that know both. */
function quotient(
  runs: readonly FinishedRecord[],
  above: keyof FinishedRecord["tokens"],
  below: keyof FinishedRecord["tokens"],
): number | undefined {
  const both = runs.filter(({ tokens }) => tokens[above] !== null && tokens[below] !== null);
  const sum = (of: keyof FinishedRecord["tokens"]) => both.reduce((total, { tokens }) => total + (tokens[of] ?? 0), 0);
  return sum(below) === 0 ? undefined : sum(above) / sum(below);
}
