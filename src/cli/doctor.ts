import { type Diagnosis, diagnose } from "../app/doctor.ts";
import type { Environment } from "../config/load.ts";
import type { Call, Usage } from "../types.ts";
import { agentOptions } from "./agent-options.ts";
import type { CliOptions } from "./cli-options.ts";
import { plainLine } from "./plain-line.ts";
import { runInterruptible } from "./run-interruptible.ts";

/** Windows under this many tokens are worth a warning (C1). */
const SMALL_WINDOW = 8_192;

/** `whippet doctor`: one screen; exit code 1 when the tried call was not understood. */
export async function doctor(options: CliOptions, environment: Environment): Promise<void> {
  await runInterruptible(async (screen, { signal }) => {
    const found = await diagnose(agentOptions(options, environment, screen), signal);
    screen.end();
    for (const [what, value] of rows(found)) process.stdout.write(`${what.padEnd(9)} ${plainLine(value)}\n`);
    return found.calls.some(isUnderstood) ? 0 : 1;
  });
}

function isUnderstood(call: Call): boolean {
  return call.problem === undefined;
}

function rows({ facts, calls, text, usage, error }: Diagnosis): readonly (readonly [string, string])[] {
  const call = calls.find(isUnderstood) ?? calls[0];
  return [
    ["server", facts.server],
    [
      "model",
      facts.parameters ? `${facts.model} (${(facts.parameters / 1e9).toFixed(1)} billion weights)` : facts.model,
    ],
    [
      "window",
      `${facts.window} tokens (${facts.windowFrom === "server" ? "the server's own word" : facts.windowFrom})`,
    ],
    ["tools", facts.tools ? "yes, in the chat template" : "no: the chat template has none"],
    [
      "one call",
      error
        ? `failed: ${error.message} ${error.hint}`
        : call && isUnderstood(call)
          ? `understood (${call.form}): ${call.name}`
          : `not understood: ${(call?.problem ?? text).slice(0, 100)}`,
    ],
    ...(usage ? [["speed", speed(usage)] as const] : []),
    ...(facts.window < SMALL_WINDOW
      ? [["warning", `the window is small; serve the model with more, for llama.cpp: -c 16384`] as const]
      : []),
    ...facts.warnings.map((warning) => ["warning", warning] as const),
  ];
}

function speed({ evaluated, promptMs, generated, generateMs }: Usage): string {
  const rate = (tokens: number | null, ms: number | undefined): string =>
    tokens && ms ? String(Math.round((tokens / ms) * 1000)) : "?";
  return `${rate(evaluated, promptMs)} tokens a second read, ${rate(generated, generateMs)} written`;
}
