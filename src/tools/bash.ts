import * as z from "zod/mini";
import text from "../../prompts/tools/bash.md";
import { failure, nextCall } from "../lib/failure.ts";
import { headAndTail } from "../lib/head-and-tail.ts";
import { plainTerminalText } from "../lib/plain-terminal-text.ts";
import { resultCap } from "../lib/result-cap.ts";
import type { Tool } from "../types.ts";
import type { Shell, ShellResult } from "../workspace/shell.ts";
import { defineArguments } from "./define-arguments.ts";

const args = defineArguments(z.object({ command: z.string(), timeout: z.optional(z.number()) }), { command: "ls" });

const DEFAULT_TIMEOUT_S = 120;
const MAX_TIMEOUT_S = 3_600;
/** What `timeout` and shells answer for a command that was stopped, or ended by a signal. */
const EXIT_TIMED_OUT = 124;
const EXIT_SIGNAL = 137;
const PROGRESS_EVERY_MS = 500;
/** A line of the person's screen, in characters; and how much of the output's end is kept to find it. */
const PROGRESS_LENGTH = 120;
const PROGRESS_KEPT = 1_000;

/** Runs a command; a command that fails is a result like any other. */
export function createBashTool(shell: Shell): Tool {
  return {
    name: "bash",
    description: text.trim(),
    parameters: {
      type: "object",
      properties: { command: { type: "string" }, timeout: { type: "integer" } },
      required: ["command"],
    },
    async prepare(call) {
      const given = args.read(call);
      if (!given.ok) return given;
      const { command, timeout } = given.value;
      if (command.trim() === "") return failure("The command is empty.", nextCall("bash", { command: "ls" }));
      if (command.includes("\0"))
        return failure("A command can't hold a zero byte.", nextCall("bash", { command: "ls" }));
      return { call, kind: "run", paths: [], command, timeoutMs: timeoutSeconds(timeout) * 1_000 };
    },
    async run({ command = "", timeoutMs = DEFAULT_TIMEOUT_S * 1_000 }, { facts, signal, progress }) {
      const teller = createProgress(progress);
      const result = await shell.run(command, { timeoutMs, signal, onOutput: teller.take });
      teller.stop();
      if (result.stopped === "aborted") return failure("The command was interrupted by the user.", "", "aborted");
      const exitCode = result.exitCode ?? (result.stopped === "timeout" ? EXIT_TIMED_OUT : EXIT_SIGNAL);
      return { ok: true, text: describe(result, timeoutMs, resultCap(facts.window)), effects: { exitCode } };
    },
  };
}

/** Seconds; a number that can only be meant as milliseconds is taken as such. */
function timeoutSeconds(given: number | undefined): number {
  if (given === undefined || given <= 0) return DEFAULT_TIMEOUT_S;
  return Math.min(given > MAX_TIMEOUT_S ? given / 1_000 : given, MAX_TIMEOUT_S);
}

function describe(result: ShellResult, timeoutMs: number, cap: number): string {
  const where = result.outputFile ? `; all of it is in ${result.outputFile}` : "";
  const output = headAndTail(result.output.trimEnd(), cap, (missing) => `[… ${missing} lines left out${where} …]`);
  const running = result.stillRunning ? ["[what it started in the background is still running]"] : [];
  return [...(output === "" ? ["[no output]"] : [output]), ...running, `[${ending(result, timeoutMs)}]`].join("\n");
}

function ending({ exitCode, signal, stopped }: ShellResult, timeoutMs: number): string {
  if (stopped === "timeout") return `stopped: it did not end within ${timeoutMs / 1_000} s`;
  if (stopped === "flood") return "stopped: it wrote more than 64 MB";
  return exitCode === null ? `ended by signal ${signal}` : `exit code ${exitCode}`;
}

/** Takes pieces of output and shows the last line of them all, every half a second at most. What comes after `stop` is not shown: others live on. */
function createProgress(show: (line: string) => void): { take(output: string): void; stop(): void } {
  let end = "";
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const tell = (): void => {
    timer = undefined;
    const line = plainTerminalText(end).trimEnd().split("\n").at(-1)?.trim() ?? "";
    if (line === "") return;
    shownAt = performance.now();
    show(line.slice(0, PROGRESS_LENGTH));
  };
  return {
    take(output) {
      if (isOver) return;
      end = (end + output).slice(-PROGRESS_KEPT);
      timer ??= setTimeout(tell, Math.max(0, shownAt + PROGRESS_EVERY_MS - performance.now()));
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
