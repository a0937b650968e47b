import { resolve } from "node:path";
import type { AgentOptions } from "../app/agent-options.ts";
import type { Environment } from "../config/load.ts";
import type { CliOptions } from "./cli-options.ts";

/** The command line's options as the host's, with words of `--allow` split at blanks. */
export function agentOptions(
  options: CliOptions,
  environment: Environment,
  screen: { line(text: string): void; moving(what: string, share: number): void },
): AgentOptions {
  const { baseUrl, model, window, maxSteps, attempts, seed, cwd } = options;
  return {
    cwd: resolve(cwd ?? "."),
    isFolderNamed: cwd !== undefined,
    environment,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { window }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(seed === undefined ? {} : { seed }),
    allow: options.allow.map((entry) => entry.trim().split(/\s+/)),
    yolo: options.yolo ?? false,
    embedded: options.embedded ?? false,
    without: options.without.flatMap((names) => names.split(",").map((name) => name.trim())),
    download: options.download,
    announce: screen.line,
    onProgress: screen.moving,
  };
}
