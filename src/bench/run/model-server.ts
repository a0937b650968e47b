import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../lib/user-error.ts";

/** A model server that a bench runs against. */
export type ModelServer = {
  readonly origin: string;
  /** The one it serves, or the first of several; null where it does not tell. */
  readonly model: string | null;
};

const ANSWER_MS = 5_000;
const POLL_MS = 250;
/** A prompt of which nobody waits for the answer is read on for a while. */
const IDLE_WAIT_MS = 60_000;

/** Asks the server at `origin` for its models; a `UserError` where nothing answers. */
export async function askModelServer(origin: string, apiKey: string | undefined): Promise<ModelServer> {
  const answer = await ask(`${origin}/v1/models`, apiKey);
  if (answer === undefined) {
    throw new UserError({
      code: "no-server",
      message: `No model server answers at ${origin}.`,
      hint: "Start it, or name another: --base-url http://127.0.0.1:8080",
    });
  }
  return { origin, model: firstModel(answer) };
}

function firstModel(answer: unknown): string | null {
  const data = (answer as { data?: unknown } | null)?.data;
  const id: unknown = Array.isArray(data) ? (data[0] as { id?: unknown } | null)?.id : undefined;
  return typeof id === "string" ? id : null;
}

/** Whether anything answers at `origin`, be it an error. */
export async function isServerAlive({ origin }: ModelServer): Promise<boolean> {
  return (await ask(`${origin}/v1/models`, undefined)) !== undefined;
}

/** Resolves when the server works at nothing any more, as far as it tells (llama.cpp's `/slots`), after a minute at most: what one run left behind is not the next one's cost. */
export async function untilIdle({ origin }: ModelServer, signal: AbortSignal): Promise<void> {
  for (const end = Date.now() + IDLE_WAIT_MS; Date.now() < end && !signal.aborted; await sleep(POLL_MS)) {
    const slots = await ask(`${origin}/slots`, undefined);
    const isBusy = (slot: unknown): boolean => (slot as { is_processing?: unknown } | null)?.is_processing === true;
    if (!Array.isArray(slots) || !slots.some(isBusy)) return;
  }
}

/** The answer's JSON, null where it is none; undefined where no answer came. */
async function ask(url: string, apiKey: string | undefined): Promise<unknown> {
  try {
    const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await response.text();
    return text.startsWith("{") || text.startsWith("[") ? (JSON.parse(text) as unknown) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    // fetch tells of a refused or broken connection, and of the time limit, by these.
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}
