import { type ChildProcess, fork } from "node:child_process";
import type { ProviderError, Request, StreamEvent } from "../../types.ts";
import type { FromEngine, Ready, ToEngine } from "./engine/protocol.ts";

/** How the engine's process is started. `childPath` is the bundled `engine-child.ts`; `variables` is its whole environment. */
export type EngineProcessOptions = {
  readonly childPath: string;
  /** The engine's module to import. */
  readonly entry: string;
  readonly cwd: string;
  readonly modelFile: string;
  readonly window: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly onLoad?: ((share: number) => void) | undefined;
};

/** What one question hears: its own messages, loading, and the process's end. */
type Listener = (message: FromEngine) => void;

type Running = {
  readonly child: ChildProcess;
  readonly listeners: Map<number, Listener>;
  /** The end of the process, told as an error. */
  readonly gone: Promise<ProviderError>;
  ready: Ready | null;
};

/** The engine's process: started at the first question, and again at the next one after it died. */
export class EngineProcess {
  readonly #options: EngineProcessOptions;
  #running: Running | null = null;
  #lastId = 0;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
  }

  /** The loaded model, or why there is none. */
  ready(): Promise<Ready | ProviderError> {
    const running = this.#run();
    if (running.ready) return Promise.resolve(running.ready);
    return new Promise((resolve) => {
      const stop = this.#listen(running, (message) => {
        if (message.type === "ready") resolve(message);
        else if (message.type === "failed") resolve(message.error);
        if (message.type !== "loading") stop();
      });
    });
  }

  /** Asks for a reply; `hear` gets its events until the last or until the returned function is called, which cancels. */
  generate(request: Request, hear: (event: StreamEvent) => void): () => void {
    return this.#ask("generate", request, (message) => {
      if (message.type === "event") hear(message.event);
      else if (message.type === "failed") hear({ type: "error", error: message.error });
      else if (message.type === "loading") {
        hear({ type: "waiting", for: "load", done: Math.floor(message.share * 100), total: 100 });
      }
    });
  }

  /** Asks for the number of a request's tokens; `hear` gets null where there is none to be had. */
  count(request: Request, hear: (tokens: number | null) => void): () => void {
    return this.#ask("count", request, (message) => {
      if (message.type === "counted") hear(message.tokens);
      else if (message.type === "event" || message.type === "failed") hear(null);
    });
  }

  /** Ends the process at once. */
  async kill(): Promise<void> {
    const running = this.#running;
    running?.child.kill("SIGKILL");
    await running?.gone;
  }

  #ask(type: "generate" | "count", request: Request, hear: Listener): () => void {
    const running = this.#run();
    return this.#listen(running, hear, (id) => send(running, { type, id, request }));
  }

  /** Registers a listener under a new id; the returned function takes it away and cancels what was asked under that id. */
  #listen(running: Running, hear: Listener, ask?: (id: number) => void): () => void {
    const id = ++this.#lastId;
    running.listeners.set(id, hear);
    ask?.(id);
    return () => {
      if (running.listeners.delete(id) && ask) send(running, { type: "cancel", id });
    };
  }

  #run(): Running {
    if (this.#running) return this.#running;
    const { childPath, cwd, variables, entry, modelFile, window, onLoad } = this.#options;
    const child = fork(childPath, [], {
      cwd,
      env: variables,
      execArgv: [],
      // A group of its own: the terminal's Ctrl-C is for us to answer.
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const running: Running = { child, listeners: new Map(), gone: endOf(child), ready: null };
    this.#running = running;
    child.on("message", (message: FromEngine) => {
      if (message.type === "ready") running.ready = message;
      if (message.type === "loading") onLoad?.(message.share);
      if (message.type === "failed") this.#running = null;
      deliver(running, message);
    });
    void running.gone.then((error) => {
      if (this.#running === running) this.#running = null;
      deliver(running, { type: "failed", error });
    });
    send(running, { type: "load", entry, modelFile, window });
    return running;
  }
}

function deliver(running: Running, message: FromEngine): void {
  const toOne = "id" in message ? running.listeners.get(message.id) : undefined;
  if ("id" in message) toOne?.(message);
  else for (const hear of [...running.listeners.values()]) hear(message);
}

function send(running: Running, message: ToEngine): void {
  // A process that is gone is told of by `gone`, not by what could not be sent to it.
  running.child.send(message, () => undefined);
}

/** Resolves once the process has ended and all it said has been heard. */
async function endOf(child: ChildProcess): Promise<ProviderError> {
  let lastWords = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    lastWords = (lastWords + text).slice(-2000);
  });
  const cause = await new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const memory = cause === "SIGKILL" ? "; the system kills processes so when memory runs out" : "";
  const lines = lastWords.trim().split("\n");
  const words = lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
  return {
    kind: "stream-broken",
    message: `The embedded engine ended by itself (${cause}${memory})${words ? `: ${words}` : "."}`,
    hint: "whippet doctor",
    retryable: true,
  };
}
