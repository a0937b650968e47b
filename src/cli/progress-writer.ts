import type { AgentEvent, Call } from "../types.ts";
import { plainLine } from "./plain-line.ts";

/** Milliseconds between two drawings of the moving line. */
const REDRAW_MS = 100;

/** Where progress goes; `columns` counts characters. */
export type Screen = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

export type ProgressWriter = {
  onEvent(event: AgentEvent): void;
  /** Text as one line of its own, without control sequences. */
  line(text: string): void;
  /** A moving line; `share` from 0 to 1. */
  moving(what: string, share: number): void;
  end(): void;
};

/** Writes what happens for a person to read: lines everywhere, one moving line (prompt percent, tokens a second, a command's output) on a terminal. */
export function createProgressWriter(out: Screen): ProgressWriter {
  const isTerminal = out.isTTY === true;
  let drawn = false;
  let drawnAt = 0;
  const clear = (): void => {
    if (drawn) out.write("\r\x1b[K");
    drawn = false;
  };
  const draw = (text: string): void => {
    if (!isTerminal || Date.now() - drawnAt < REDRAW_MS) return;
    drawnAt = Date.now();
    out.write(`\r\x1b[K${plainLine(text).slice(0, (out.columns ?? 80) - 1)}`);
    drawn = true;
  };
  const line = (text: string): void => {
    clear();
    out.write(`${plainLine(text)}\n`);
  };
  const moving = (what: string, share: number): void => draw(`  ${what} ${Math.floor(share * 100)} %`);
  const showWork = createWorkLine(draw, moving);
  return {
    line,
    moving,
    end: clear,
    onEvent(event) {
      if (showWork(event)) return;
      const text = lineFor(event);
      if (text !== undefined) line(text);
    },
  };
}

/** Shows on the moving line what is under way; answers whether there is nothing more to an event. */
function createWorkLine(draw: (text: string) => void, moving: ProgressWriter["moving"]) {
  const pace = createPace();
  let isCommandRunning = false;
  return (event: AgentEvent): boolean => {
    switch (event.type) {
      case "step-start":
        pace.start();
        return true;
      case "waiting":
        moving(WAITING[event.for], event.total > 0 ? event.done / event.total : 0);
        return true;
      case "text-delta":
      case "thinking-delta":
        draw(`  ${event.type === "text-delta" ? "writing" : "thinking"}: ${pace.add(event.text.length)}`);
        return true;
      case "call-start":
        isCommandRunning = event.action.kind === "run";
        return false;
      case "entry":
        if (event.entry.type === "result") isCommandRunning = false;
        return false;
      case "progress":
        // What a running command prints is to be looked at, not kept.
        if (isCommandRunning) draw(`  ${event.line}`);
        return isCommandRunning;
      case "run-start":
        return true;
    }
  };
}

const WAITING = { load: "loading the model", prompt: "reading the prompt" } as const;

/** Counts the characters of one reply, with their speed once a second has passed. */
function createPace(): { start(): void; add(characters: number): string } {
  let received = 0;
  let firstAt = 0;
  return {
    start() {
      received = 0;
      firstAt = 0;
    },
    add(characters) {
      firstAt ||= Date.now();
      received += characters;
      const seconds = (Date.now() - firstAt) / 1000;
      return `${received} characters${seconds > 1 ? `, ${Math.round(received / seconds)} a second` : ""}`;
    },
  };
}

function lineFor(event: AgentEvent): string | undefined {
  if (event.type === "progress") return `· ${event.line}`;
  if (event.type === "call-start") return `→ ${describeCall(event.call)}`;
  if (event.type !== "entry") return undefined;
  const { entry } = event;
  if (entry.type === "result" && !entry.result.ok) return `  ✗ ${firstLine(entry.result.error)}`;
  if (entry.type === "verdict" && entry.verdict.do === "nudge") return `· ${entry.feature}: ${entry.verdict.kind}`;
  if (entry.type !== "reply" || !entry.usage) return undefined;
  const { sent, cached, generated, generateMs } = entry.usage;
  const read = cached === null ? `${sent} tokens read` : `${sent - cached} tokens read, ${cached} from the cache`;
  const speed = generateMs ? ` (${Math.round((generated / generateMs) * 10_000) / 10} a second)` : "";
  return `  ${read}, ${generated} written${speed}, ${(entry.durationMs / 1000).toFixed(1)} s`;
}

function describeCall(call: Call): string {
  const values = Object.entries(call.arguments)
    .filter(([key]) => !["content", "old", "new"].includes(key))
    .map(([, value]) => firstLine(typeof value === "string" ? value : JSON.stringify(value)));
  return `${call.name} ${values.join(" ")}`;
}

function firstLine(text: string): string {
  const line = text.trimStart().split("\n", 1)[0] ?? "";
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
