import { join } from "node:path";
import { UserError } from "../../lib/user-error.ts";
import type { Provider, ProviderError, ReplyStream, Request, ServerFacts, StreamEvent } from "../../types.ts";
import { engineEntry } from "./engine/fetch-engine.ts";
import { EngineProcess } from "./engine-process.ts";
import { createEventQueue } from "./event-queue.ts";

/** A model file that lies on the disk, and the engine that runs it. `window` is in tokens; `childPath` is the bundled `engine-child.ts`. */
export type EmbeddedOptions = {
  readonly modelFile: string;
  readonly modelName: string;
  readonly parameters: number;
  readonly window: number;
  readonly engineDir: string;
  readonly childPath: string;
  /** The environment of the engine's process. */
  readonly variables: Readonly<Record<string, string>>;
  readonly onProgress?: ((what: string, share: number) => void) | undefined;
};

/** Below this a window is worth a warning. */
const smallWindow = 8192;

/** A provider that runs llama.cpp in a process of its own, started at the first question and ended by `close`. `facts` throws `engine-failed` where the model can't be loaded. */
export function createEmbedded(options: EmbeddedOptions): Provider {
  const { engineDir, modelName, onProgress } = options;
  const onLoad = onProgress && ((share: number) => onProgress(`loading ${modelName}`, share));
  const engine = new EngineProcess({ ...options, entry: join(engineDir, engineEntry), cwd: engineDir, onLoad });
  return {
    async facts(signal) {
      const ready = await untilAborted(engine.ready(), signal);
      if ("kind" in ready) throw new UserError({ code: "engine-failed", message: ready.message, hint: ready.hint });
      return toFacts(options, ready);
    },
    count: (request, signal) => count(engine, request, signal),
    stream: (request, signal): ReplyStream =>
      Object.assign(reply(engine, request, signal), { endThinking: () => false }),
    close: () => engine.kill(),
  };
}

function toFacts(options: EmbeddedOptions, ready: { window: number; tools: boolean }): ServerFacts {
  const { modelName, parameters } = options;
  const { window, tools } = ready;
  const warning = `The window is ${window} tokens, since more would not fit into half of the free memory.`;
  return {
    model: modelName,
    server: "embedded",
    window,
    windowFrom: "config",
    tools,
    continues: true,
    parameters,
    warnings: window < smallWindow ? [warning] : [],
  };
}

async function count(engine: EngineProcess, request: Request, signal: AbortSignal): Promise<number | null> {
  if (signal.aborted) return null;
  return new Promise((resolve) => {
    const stop = engine.count(request, (tokens) => finish(tokens));
    const abort = (): void => finish(null);
    signal.addEventListener("abort", abort, { once: true });
    function finish(tokens: number | null): void {
      stop();
      signal.removeEventListener("abort", abort);
      resolve(tokens);
    }
  });
}

async function* reply(engine: EngineProcess, request: Request, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  if (signal.aborted) return yield { type: "error", error: aborted };
  const queue = createEventQueue<StreamEvent>();
  const stop = engine.generate(request, queue.push);
  const abort = (): void => {
    stop();
    queue.push({ type: "error", error: aborted });
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      const event = await queue.next();
      yield event;
      if (event.type === "end" || event.type === "error") return;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    stop();
  }
}

const aborted: ProviderError = {
  kind: "aborted",
  message: "The request was cancelled.",
  hint: "Send the request again.",
  retryable: false,
};

/** Rejects with the signal's reason as soon as it aborts; what was waited for goes on. */
async function untilAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    waited.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
