import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import type { Socket } from "node:net";
import { delimiter, join } from "node:path";
import type { Writable } from "node:stream";
import { childEnvironment } from "./child-environment.ts";
import { errorCode } from "./disk-failure.ts";
import { createOutputCapture, type OutputCapture } from "./output-capture.ts";
import { OutputPipeError, openOutputPipe } from "./output-pipe.ts";
import { groupEnd, isGroupAlive, signalGroup } from "./process-group.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

/** How a command went. A failing command is data: `exitCode` is null when a signal ended it, 126 when it could not be started. */
export type ShellResult = {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it was stopped before its end: out of time, by the person, or for writing more than 64 MB. */
  readonly stopped?: "timeout" | "aborted" | "flood";
  /** Processes that it started in the background live on. */
  readonly stillRunning: boolean;
  /** Both streams in order as plain text; of more than half a megabyte the beginning and the end. */
  readonly output: string;
  /** The file that holds all of the output; null when the disk would not take it. */
  readonly outputFile: string | null;
  readonly durationMs: number;
};

export type RunOptions = {
  /** Default 120,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Further variables for this command. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Pieces of output as they come, for a screen. */
  readonly onOutput?: (text: string) => void;
};

export type Shell = {
  /** `bash`, or `sh` where there is no bash. */
  readonly name: string;
  /** Runs a command in the workspace without input or terminal and returns when its shell has ended; never throws for what the command does. */
  run(command: string, options?: RunOptions): Promise<ShellResult>;
  /** Ends everything that commands left running: TERM, a second later KILL. */
  close(): Promise<void>;
};

/** Between TERM and KILL. */
const KILL_AFTER_MS = 4_000;
const CLOSE_GRACE_MS = 1_000;
/** Output after which a command is stopped, so that a flood fills neither disk nor time. */
const MAX_OUTPUT_BYTES = 64_000_000;

/** Waits for a line on descriptor 3 before it becomes the command's shell. The command is an argument and never part of a script. */
const GATE = 'read -r go <&3 || exit 125; exec 3<&-; exec "$1" -c -- "$2"';

type Session = {
  readonly root: string;
  readonly outDir: string;
  readonly program: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly watchdog: Watchdog;
  /** Groups of which processes may live. */
  readonly groups: Set<number>;
};

/** A shell for one session in the folder `root`. Output goes to files in `outDir`; `variables` are the user's environment. */
export function createShell(options: {
  readonly root: string;
  readonly outDir: string;
  readonly variables: Readonly<Record<string, string>>;
}): Shell {
  const variables = childEnvironment(options.variables);
  const program = findShell(variables["PATH"] ?? "");
  const session = { ...options, variables, program, watchdog: createWatchdog(), groups: new Set<number>() };
  return {
    name: program.endsWith("bash") ? "bash" : "sh",
    run: (command, runOptions = {}) => run(session, command, runOptions),
    async close() {
      for (const group of session.groups) signalGroup(group, "SIGTERM");
      await Promise.all([...session.groups].map((group) => groupEnd(group, CLOSE_GRACE_MS)));
      // The watchdog does the same, unless somebody has killed it.
      for (const group of session.groups) if (isGroupAlive(group)) signalGroup(group, "SIGKILL");
      await session.watchdog.close();
      session.groups.clear();
    },
  };
}

async function run(session: Session, command: string, options: RunOptions): Promise<ShellResult> {
  forgetEnded(session);
  const startedAt = Date.now();
  const capture = createOutputCapture(session.outDir);
  try {
    const { child, group, output } = await start(session, command, options.variables ?? {});
    const stopper = createStopper(group);
    const isEnded = listen(output, capture, options.onOutput, () => stopper.stop("flood"));
    const exited = once(child, "exit");
    await release(session, child, group);
    const [exitCode, signal] = await withLimits(exited, stopper, options);
    await drained(isEnded, capture);
    const stillRunning = isGroupAlive(group);
    if (!stillRunning) forget(session, group);
    const stopped = stopper.reason();
    return {
      ...{ exitCode, signal, stillRunning, output: capture.text(), outputFile: capture.file() },
      ...(stopped ? { stopped } : {}),
      durationMs: Date.now() - startedAt,
    };
  } catch (error) {
    if (!(error instanceof OutputPipeError) && errorCode(error) === undefined) throw error;
    capture.close();
    const output = `${session.program}: cannot start: ${(error as Error).message}`;
    return {
      exitCode: 126,
      signal: null,
      stillRunning: false,
      output,
      outputFile: null,
      durationMs: Date.now() - startedAt,
    };
  }
}

/** Starts the command's process, leader of its own group and session, behind the gate. Throws the system's error or an `OutputPipeError`. */
async function start(session: Session, command: string, variables: Readonly<Record<string, string>>) {
  const pipe = await openOutputPipe();
  try {
    const child = spawn("sh", ["-c", GATE, "sh", session.program, command], {
      cwd: session.root,
      env: { ...session.variables, ...variables, PWD: session.root },
      detached: true,
      stdio: ["ignore", pipe.writeEnd, pipe.writeEnd, "pipe"],
    });
    await once(child, "spawn");
    return { child, group: child.pid as number, output: pipe.output };
  } catch (error) {
    pipe.output.destroy();
    throw error;
  } finally {
    pipe.closeWriteEnd();
  }
}

/** Opens the gate once the watchdog knows the group: at no moment would a `kill -9` of us leave the command behind. */
async function release({ watchdog, groups }: Session, child: ChildProcess, group: number): Promise<void> {
  await watchdog.add(group);
  groups.add(group);
  const gate = child.stdio[3] as Writable;
  // The command's shell may be gone already; its exit tells.
  gate.on("error", () => gate.destroy());
  gate.end("go\n");
}

type Stopper = {
  stop(reason: NonNullable<ShellResult["stopped"]>): void;
  readonly reason: () => ShellResult["stopped"];
  /** After the shell has ended: waits for the rest of the group when it was told to stop. */
  finish(): Promise<void>;
};

function createStopper(group: number): Stopper {
  let reason: ShellResult["stopped"];
  let kill: NodeJS.Timeout | undefined;
  return {
    reason: () => reason,
    stop(why) {
      if (reason) return;
      reason = why;
      signalGroup(group, "SIGTERM");
      kill = setTimeout(() => signalGroup(group, "SIGKILL"), KILL_AFTER_MS);
    },
    async finish() {
      if (reason) await groupEnd(group, KILL_AFTER_MS + 100);
      clearTimeout(kill);
    },
  };
}

async function withLimits(exited: Promise<unknown[]>, stopper: Stopper, { signal, timeoutMs = 120_000 }: RunOptions) {
  const timer = setTimeout(() => stopper.stop("timeout"), timeoutMs);
  const abort = (): void => stopper.stop("aborted");
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  try {
    return (await exited) as [number | null, NodeJS.Signals | null];
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    await stopper.finish();
  }
}

/** Passes output on until the pipe is closed, also after the command's own end; returns whether it is closed. */
function listen(
  output: Socket,
  capture: OutputCapture,
  onOutput: RunOptions["onOutput"],
  onFlood: () => void,
): () => boolean {
  const decoder = new TextDecoder();
  let ended = false;
  output.on("data", (chunk: Buffer) => {
    capture.push(chunk);
    onOutput?.(decoder.decode(chunk, { stream: true }));
    if (capture.size() <= MAX_OUTPUT_BYTES) return;
    onFlood();
    output.destroy();
  });
  // Nothing to read any more, for whatever reason: `close` follows.
  output.on("error", () => output.destroy());
  output.once("close", () => {
    ended = true;
    capture.close();
  });
  // What a command leaves running must not keep this process alive.
  output.unref();
  return () => ended;
}

/** Waits for output already under way: until the pipe is closed or silent for 100 ms, at most a second where a child keeps writing. */
async function drained(isEnded: () => boolean, capture: OutputCapture): Promise<void> {
  for (let round = 0, before = -1; round < 40 && !isEnded(); round++) {
    if (round % 4 === 0) {
      if (capture.size() === before) return;
      before = capture.size();
    }
    await new Promise((done) => setTimeout(done, 25));
  }
}

function forget({ groups, watchdog }: Session, group: number): void {
  groups.delete(group);
  watchdog.drop(group);
}

function forgetEnded(session: Session): void {
  for (const group of [...session.groups]) if (!isGroupAlive(group)) forget(session, group);
}

function findShell(searchPath: string): string {
  const candidates = ["/bin", "/usr/bin", ...searchPath.split(delimiter)].map((folder) => join(folder, "bash"));
  return candidates.find(isExecutable) ?? "sh";
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
