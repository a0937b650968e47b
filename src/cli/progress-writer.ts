import type { AgentEvent, Call } from "../types.ts";

/** Milliseconds between two drawings of the moving line. */
const REDRAW_MS = 100;

/** Writes what happens for a person to read: lines everywhere, one moving line (prompt percent, tokens a second) on a terminal. */
export function createProgressWriter(out: NodeJS.WriteStream): {
  onEvent(event: AgentEvent): void;
  line(text: string): void;
  /** A moving line; `share` from 0 to 1. */
  moving(what: string, share: number): void;
  end(): void;
} {
  const isTerminal = out.isTTY === true;
  let drawn = false;
  let drawnAt = 0;
  const pace = createPace();
  const clear = (): void => {
    if (drawn) out.write("\r\x1b[K");
    drawn = false;
  };
  const draw = (text: string): void => {
    if (!isTerminal || Date.now() - drawnAt < REDRAW_MS) return;
    drawnAt = Date.now();
    out.write(`\r\x1b[K${text.slice(0, (out.columns ?? 80) - 1)}`);
    drawn = true;
  };
  const line = (text: string): void => {
    clear();
    out.write(`${text}\n`);
  };
  const moving = (what: string, share: number): void => draw(`  ${what} ${Math.floor(share * 100)} %`);
  return {
    line,
    moving,
    end: clear,
    onEvent(event) {
      if (event.type === "step-start") pace.start();
      if (event.type === "waiting") moving(WAITING[event.for], event.total > 0 ? event.done / event.total : 0);
      if (event.type === "text-delta") draw(`  writing: ${pace.add(event.text.length)}`);
      if (event.type === "thinking-delta") draw(`  thinking: ${pace.add(event.text.length)}`);
      const text = lineFor(event);
      if (text !== undefined) line(text);
    },
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
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
