import { plainTerminalText } from "../../lib/plain-terminal-text.ts";
import type { BenchRecord, FinishedRecord, RequestRecord } from "../bench-record.ts";
import { formatCount, formatMean, formatNumber } from "../figures/number-format.ts";
import { type Html, html } from "./html.ts";
import { runStory } from "./run-story.ts";
import { scrollBox } from "./scroll-box.ts";

/** What a run opens to: result and reason, files, what the tests printed, the story, the requests. */
export function runDetails(record: BenchRecord): Html {
  if (record.result === "invalid") {
    return html`<p>Invalid: ${record.why} It says nothing about the agent and counts nowhere.</p><dl>${setupFacts(record)}</dl>`;
  }
  return html`${record.why === "" ? undefined : html`<p class="reason">${record.why}</p>`}
<dl>${facts(record).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}${setupFacts(record)}</dl>
<h4>Files changed</h4>${files(record)}
<h4>What the tests printed</h4>${printed(record)}
<h4>Story</h4>${runStory(record.story)}
<h4>Requests</h4>${requests(record.requests)}`;
}

function facts({ stop, score, seconds, steps, tokens, at }: FinishedRecord): (readonly [string, string])[] {
  const code = stop.exitCode === null ? "no exit code" : `exit code ${stop.exitCode}`;
  return [
    ["Ended", `${stop.kind}${stop.why === "" ? "" : `: ${stop.why}`} (${code})`],
    ["Tests", testsOf(score)],
    ["Took", `${formatMean(seconds)} s, ${formatNumber(steps, "step")}`],
    [
      "Tokens",
      `sent ${formatCount(tokens.sent)}, cached ${formatCount(tokens.cached)}, evaluated ${formatCount(tokens.evaluated)}, fresh ${formatCount(tokens.fresh)}, generated ${formatCount(tokens.generated)}`,
    ],
    ["At", at],
  ];
}

function testsOf({ passed, ran, timedOut, exitCode }: FinishedRecord["score"]): string {
  const counts = passed === null || ran === null ? "" : `${formatCount(passed)} of ${formatCount(ran)} passed, `;
  if (timedOut) return `${counts}ran out of time`;
  return `${counts}${exitCode === null ? "no exit code" : `exit code ${exitCode}`}`;
}

function setupFacts({ setup, language, level, seed }: BenchRecord): Html {
  const kind = `${language}${level === null ? "" : `, level ${level}`}, seed ${seed}`;
  const options = setup.options.length === 0 ? "" : `, ${setup.options.join(" ")}`;
  return html`<dt>Task</dt><dd>${kind}</dd><dt>Setup</dt><dd>${setup.agent}, ${setup.model ?? "model not told"}, tests ${setup.protocol}${options}</dd>`;
}

function files({ files: changed }: FinishedRecord): Html {
  if (changed.length === 0) return html`<p class="none">None.</p>`;
  return html`<ul class="files">${changed.map(({ path, change }) => html`<li><code>${path}</code> ${change}</li>`)}</ul>`;
}

function printed({ score }: FinishedRecord): Html {
  const text = plainTerminalText(score.output).trimEnd();
  return text === "" ? html`<p class="none">Nothing.</p>` : html`<pre>${text}</pre>`;
}

function requests(all: readonly RequestRecord[]): Html {
  if (all.length === 0) return html`<p class="none">None were counted.</p>`;
  const heads = ["at", "first byte", "took", "sent", "cached", "evaluated", "fresh", "generated"];
  const rows = all.map(
    (one, at) => html`<tr><th scope="row">${at + 1}</th><td>${one.path}</td><td>${statusOf(one)}</td>${[
      `${formatMean(one.startedAtSeconds)} s`,
      one.secondsToFirstByte === null ? "–" : `${formatMean(one.secondsToFirstByte)} s`,
      `${formatMean(one.seconds)} s`,
      ...[one.sent, one.cached, one.evaluated, one.fresh, one.generated].map(formatCount),
    ].map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`,
  );
  return scrollBox(
    "Requests",
    html`<table><thead><tr><td></td><th scope="col">path</th><th scope="col">status</th>${heads.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`,
  );
}

function statusOf({ status, cancelled }: RequestRecord): string {
  const answer = status === 0 ? "no answer" : String(status);
  return cancelled ? `${answer}, cancelled` : answer;
}
