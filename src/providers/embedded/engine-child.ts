import { generate } from "./engine/generate.ts";
import { type LoadedModel, loadModel } from "./engine/load-model.ts";
import type { FromEngine, ToEngine } from "./engine/protocol.ts";

// The entry of the engine's own process: one model, one question after the other, told and telling by `engine/protocol.ts`.

const cancels = new Map<number, AbortController>();
const work: { loaded: Promise<LoadedModel | null>; last: Promise<void> } = {
  loaded: Promise.resolve(null),
  last: Promise.resolve(),
};

// Native code may be computing on other threads for seconds; only SIGKILL ends it at once.
process.on("disconnect", endNow);
if (!process.connected) endNow();
process.on("message", (message: ToEngine) => {
  if (message.type === "load") work.loaded = load(message);
  else if (message.type === "cancel") cancels.get(message.id)?.abort();
  else if (message.type === "count") void count(message).catch(fail);
  else enqueue(message);
});

async function load(message: ToEngine & { type: "load" }): Promise<LoadedModel | null> {
  let told = -1;
  try {
    const loaded = await loadModel(message, (share) => {
      if (Math.floor(share * 100) > told) tell({ type: "loading", share });
      told = Math.floor(share * 100);
    });
    tell({ type: "ready", window: loaded.window, tools: loaded.tools });
    return loaded;
  } catch (error) {
    fail(error);
    return null;
  }
}

function enqueue({ id, request }: ToEngine & { type: "generate" | "count" }): void {
  const cancel = new AbortController();
  cancels.set(id, cancel);
  work.last = work.last
    .then(async () => {
      const loaded = await work.loaded;
      if (loaded && !cancel.signal.aborted) {
        await generate(loaded, request, cancel.signal, (event) => tell({ type: "event", id, event }));
      }
      cancels.delete(id);
    })
    .catch(fail);
}

async function count({ id, request }: ToEngine & { type: "generate" | "count" }): Promise<void> {
  const tokens = (await work.loaded)?.tokenizeRequest(request);
  if (tokens && "kind" in tokens) tell({ type: "event", id, event: { type: "error", error: tokens } });
  else if (tokens) tell({ type: "counted", id, tokens: tokens.length });
}

/** After a failure inside the engine nobody knows what its sequence holds: this process ends, and the next question gets a new one. */
function fail(error: unknown): void {
  const message = `The embedded engine failed: ${error instanceof Error ? error.message : String(error)}`;
  const hint = "whippet doctor";
  tell({ type: "failed", error: { kind: "server", message, hint, retryable: false } }, endNow);
}

function tell(message: FromEngine, then: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, then);
}

function endNow(): void {
  process.kill(process.pid, "SIGKILL");
}
