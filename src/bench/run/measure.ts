import { findServer } from "../../app/find-server.ts";
import type { Environment } from "../../config/load.ts";
import { UserError } from "../../lib/user-error.ts";
import type { BenchAgent } from "../agents/agent.ts";
import type { BenchSetup } from "../bench-record.ts";
import { shownModel } from "../figures/shown-model.ts";
import { summarizeRuns } from "../figures/summarize-runs.ts";
import { startCountingProxy } from "../proxy/counting-proxy.ts";
import { lockOutcomes } from "./lock-outcomes.ts";
import { askModelServer, type ModelServer } from "./model-server.ts";
import { openOutcomes } from "./outcome-file.ts";
import { runBench } from "./run-bench.ts";

/** What is measured, on what. `options`: those of Whippet, as typed. `baseUrl`: else a server that runs here is found, else Whippet's embedded engine is used. */
export type Measurement = {
  readonly folders: readonly string[];
  readonly agent: BenchAgent;
  readonly options: readonly string[];
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly embedded: boolean;
  readonly proxyPort?: number | undefined;
  readonly protocol: BenchSetup["protocol"];
  readonly seeds: number;
  readonly timeLimitSeconds: number;
  /** The file of outcomes. */
  readonly out: string;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly line: (text: string) => void;
};

/** Runs a whole bench behind a counting proxy, telling how it goes and the figures at the end; false when no run was valid. A `UserError` where another bench writes to the file. */
export async function measure(measurement: Measurement): Promise<boolean> {
  const release = lockOutcomes(measurement.out);
  try {
    return await measureAlone(measurement);
  } finally {
    release();
  }
}

async function measureAlone(measurement: Measurement): Promise<boolean> {
  const { agent, embedded, options, protocol, timeLimitSeconds, out, environment, signal, line } = measurement;
  const server = embedded ? undefined : await findModelServer(measurement);
  if (!server && agent.program() === null) throw noServerForAgent();
  const setup: BenchSetup = {
    ...{ agent: agent.name, program: agent.program(), protocol, options: [...options], timeLimitSeconds },
    model: measurement.model ?? server?.model ?? null,
    server: server?.origin ?? "embedded",
  };
  const outcomes = openOutcomes(out, setup, line);
  const proxy = server && (await startCountingProxy({ target: server.origin, port: measurement.proxyPort ?? 0 }));
  const model = setup.model === null ? "the default model" : shownModel(setup.model);
  line(`${agent.name} with ${model} on ${setup.server}, tests ${protocol} → ${out}`);
  try {
    const { folders, seeds } = measurement;
    const shared = { agent, setup, proxy, server, outcomes, signal, line, variables: environment.variables };
    const records = await runBench({ ...shared, folders, seeds });
    const valid = records.filter(({ result }) => result !== "invalid").length;
    line("");
    line(summarizeRuns(records));
    const missing = folders.length * seeds - records.length;
    if (missing > 0)
      line(`Interrupted: ${records.length} runs are kept in ${out}; the same command does the other ${missing}.`);
    return valid > 0 || records.length === 0;
  } finally {
    await proxy?.close();
  }
}

async function findModelServer({ baseUrl, model, environment, signal }: Measurement): Promise<ModelServer | undefined> {
  if (baseUrl === undefined) return await findServer(model, signal);
  return await askModelServer(originOf(baseUrl), environment.apiKey);
}

/** An address as typed, without `/v1` and slashes at the end. */
function originOf(baseUrl: string): string {
  const text = baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (URL.canParse(url)) return url;
  throw new UserError({
    code: "wrong-address",
    message: `${baseUrl} is no address of a server.`,
    hint: "For example: --base-url http://127.0.0.1:8080",
    exitCode: 2,
  });
}

function noServerForAgent(): UserError {
  return new UserError({
    code: "no-server",
    message: "No model server was found for the agent.",
    hint: "Start one, or name it: --base-url http://127.0.0.1:8080",
  });
}
