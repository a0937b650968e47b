// The vocabulary of the whole program: types only, no code. ARCHITECTURE.md explains the words.

// ---------------------------------------------------------------------------------------------- plain data

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A value, nothing, or a promise of either: what a feature's place may return. */
export type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Urgency of something that arrives while the agent works: `now` cuts the reply, `soon` waits for the issued calls, `later` rides along. */
export type Lane = "now" | "soon" | "later";

// ---------------------------------------------------------------------------------------------- outcomes and settings

/** How a run ended. `why` is one sentence for the person; `hint` is the next command to type. */
export type Outcome = {
  readonly kind: "done" | "stopped" | "failed" | "budget-exceeded" | "aborted";
  readonly why: string;
  readonly hint?: string;
};

/** How a model's thinking is switched: by a variable of its chat template, by a word in the system text, by an effort. An empty object: it always thinks. */
export type ThinkingSwitch = {
  readonly variable?: "enable_thinking" | "thinking";
  /** Switches thinking off where a server hands no variables to the template. */
  readonly offWord?: string;
  readonly effort?: true;
};

/** What may change from one request to the next. Temperatures and the like are the server's own units; tokens are tokens. */
export type Settings = {
  /** `off`, or the most tokens a thought may take. */
  readonly thinking?: "off" | number;
  /** Absent: the model does not think, or it is not known how. */
  readonly thinkingSwitch?: ThinkingSwitch;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly repeatPenalty?: number;
  readonly presencePenalty?: number;
  readonly seed?: number;
  /** The most tokens a reply may take. */
  readonly maxTokens?: number;
  readonly toolsMode?: "native" | "prompt";
  readonly model?: string;
};

/** Settings and habits for one model family and size. */
export type Profile = {
  readonly name: string;
  /** Name of the form in which this family writes calls as text; absent: not known. */
  readonly callForm?: string;
  /** The model was trained to see the thoughts behind its calls again, as long as the run lasts (H3). */
  readonly keepsThinking?: boolean;
  /** `whole`: file blocks are read as writes (D10); `patch`: edits by old and new text. */
  readonly editFormat: "whole" | "patch";
  /** `direct`: ask for one file's complete new content at the tail of the request (A9); `tools`: let the model choose. */
  readonly ask: "direct" | "tools";
  /** The order in which failed checks are answered. */
  readonly ladder: readonly ("repair" | "decompose" | "attempt" | "escalate")[];
  /** The most attempts of a run that has tests. */
  readonly attempts: number;
  /** Temperature of the second and later attempts. */
  readonly attemptTemperature: number;
  /** The most steps (model replies) of a run. */
  readonly maxSteps: number;
  /** Share of the window that attached files may take together, 0 to 1. */
  readonly attachShare: number;
  /** Existing test files are refused as targets of a change (E11). */
  readonly protectTests: boolean;
  readonly settings: Settings;
};

/** What a server says of itself and its model. `window` is in tokens. */
export type ServerFacts = {
  readonly model: string;
  /** For the person: "llama.cpp", "embedded", "OpenAI-compatible server". */
  readonly server: string;
  readonly window: number;
  readonly windowFrom: "server" | "config" | "guess";
  /** The chat template knows tools. */
  readonly tools: boolean;
  /** An unfinished assistant message at the end is continued. */
  readonly continues: boolean;
  /** The chat template shows earlier thoughts to the model; absent: not known. */
  readonly keepsThinking?: boolean;
  /** Number of weights, where known. */
  readonly parameters?: number;
  /** Sentences the person should see (a guessed window, a small window). */
  readonly warnings: readonly string[];
};

// ---------------------------------------------------------------------------------------------- files and effects

/** Lines of a file that the model was shown. `lines` counts from 1, inclusive; `hash` is the SHA-256 of the whole file's bytes, hex. */
export type FileView = {
  readonly path: string;
  readonly hash: string;
  readonly lines: readonly [first: number, last: number];
  readonly total: number;
};

/** One file's change by hashes of its bytes before and after (SHA-256, hex); `null` = the file did not exist. Paths are relative to the workspace, with `/`. */
export type FileChange = { readonly path: string; readonly before: string | null; readonly after: string | null };

/** What a tool did, as data: features read this and never a result's text. */
export type Effects = {
  readonly shown?: readonly FileView[];
  readonly changed?: readonly FileChange[];
  readonly exitCode?: number;
  /** A command ran that is not known only to read: files may have changed without being in `changed`. */
  readonly mayHaveChanged?: true;
};

/** Result of running the project's tests; recorded as the fact `check`. */
export type Check = {
  readonly command: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly passed: number | null;
  readonly failed: readonly string[];
  /** The first failing test, at most 40 lines, for the model. Empty when green. */
  readonly firstFailure: string;
  /** Workspace files that the failure's text names, nearest to the fault first. */
  readonly files: readonly string[];
  readonly durationMs: number;
};

// ---------------------------------------------------------------------------------------------- messages, calls, tools

/** Something said to the agent, by the person or by a background job. */
export type Message = {
  readonly from: "person" | "job";
  readonly lane: Lane;
  readonly text: string;
  /** What goes with the text and is not the sender's words (piped input): shown behind it, read by no feature. */
  readonly attachment?: string;
  readonly files?: readonly FileView[];
};

/** A tool call as read from a reply. `form` is the dialect's name, or "native" for the server's own `tool_calls`. A `problem` says why it can't run. */
export type Call = {
  readonly id: string;
  readonly name: string;
  readonly arguments: { readonly [key: string]: Json };
  readonly form: string;
  readonly problem?: string;
};

/** A whole file's content before and after; `null` = absent. Text is what a person would see; bytes are written as UTF-8. */
export type ContentChange = { readonly path: string; readonly before: string | null; readonly after: string | null };

/** A call made ready; nothing has been done yet. `paths` are relative to the workspace. */
export type Action = {
  readonly call: Call;
  readonly kind: "read" | "search" | "change" | "run";
  readonly paths: readonly string[];
  readonly command?: string;
  readonly timeoutMs?: number;
  readonly changes?: readonly ContentChange[];
};

/** What comes back from a tool. An error's `hint` is the exact next call to make. */
export type ToolResult = (
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly error: string;
      readonly hint: string;
      readonly fault: "model" | "tool" | "refused" | "aborted";
    }
) & { readonly effects?: Effects };

/** A tool as the model sees it; `parameters` is a JSON Schema object with sorted keys. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly parameters: Json };

export type Tool = ToolSpec & {
  /** Turns a call into an action without touching anything, or answers at once with an error. */
  prepare(call: Call, context: Context): Promise<Action | ToolResult>;
  run(action: Action, context: Context): Promise<ToolResult>;
};

// ---------------------------------------------------------------------------------------------- the wire

export type Usage = {
  /** Prompt tokens of the request, cached ones included. */
  readonly sent: number;
  readonly cached: number | null;
  readonly evaluated: number | null;
  readonly generated: number;
  readonly promptMs?: number;
  readonly generateMs?: number;
};

export type ProviderErrorKind =
  | "unreachable"
  | "timeout"
  | "aborted"
  | "overflow"
  | "unknown-model"
  | "parse"
  | "no-tools"
  | "not-a-model-server"
  | "stream-broken"
  | "server"
  | "truncated";

/** A provider's failure as data. `modelText`: the server quoted the model's own output in its error. */
export type ProviderError = {
  readonly kind: ProviderErrorKind;
  readonly message: string;
  readonly hint: string;
  readonly retryable: boolean;
  readonly modelText?: string;
};

/** `end` or `error` is always last; a stream never throws. Counts in `waiting` are tokens for `prompt`, percent for `load`. */
export type StreamEvent =
  | { readonly type: "waiting"; readonly for: "load" | "prompt"; readonly done: number; readonly total: number }
  | { readonly type: "thinking" | "text"; readonly text: string }
  | {
      readonly type: "call";
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      /** A piece of the arguments' JSON text. */
      readonly arguments?: string;
    }
  | { readonly type: "end"; readonly finish: "stop" | "length"; readonly usage: Usage }
  | { readonly type: "error"; readonly error: ProviderError };

export type WireMessage = {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  readonly thinking?: string;
  readonly calls?: readonly Call[];
  /** For role `tool`: id of the call that this answers. */
  readonly call?: string;
};

/** One question to the model. `continues` is the beginning of the reply, to be gone on with. */
export type Request = {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly WireMessage[];
  readonly settings: Settings;
  readonly continues?: { readonly text: string; readonly thinking: string };
};

export type ReplyStream = AsyncIterable<StreamEvent> & {
  /** Ends a thought in flight where the server can; false where it can't. */
  endThinking(): boolean;
};

/** A model behind some server. Only `agent/ask` streams from it. */
export type Provider = {
  facts(signal: AbortSignal): Promise<ServerFacts>;
  /** Exact prompt tokens of a request by the model's own tokenizer; null where the server can't tell. */
  count(request: Request, signal: AbortSignal): Promise<number | null>;
  stream(request: Request, signal: AbortSignal): ReplyStream;
  close(): Promise<void>;
};

// ---------------------------------------------------------------------------------------------- the log

/** Text that a feature adds at the tail of the next request. `maxTokens` is this kind's own bin. */
export type Note = {
  readonly kind: string;
  readonly text: string;
  readonly maxTokens: number;
  /** Part of the request itself (an attached file, a failing test): not counted in the notes' tenth of the window. */
  readonly partOfRequest?: boolean;
  readonly files?: readonly FileView[];
  /** Files that a direct ask may name. */
  readonly askable?: readonly string[];
  /** The one file whose complete new content this note asks for (A9). */
  readonly asksFor?: string;
};

/** Stops a reply being generated. */
export type Cut = { readonly why: string; readonly next: "review" | "deliver" | "end-thinking" };

export type Verdict =
  /** Say this to the model and go on. */
  | { readonly do: "nudge"; readonly kind: string; readonly text: string; readonly settings?: Settings }
  /** The same request again; the reply leaves the view. */
  | { readonly do: "retry"; readonly settings?: Settings }
  /** The cut reply goes on where it stopped. */
  | { readonly do: "continue"; readonly settings?: Settings }
  /** A side question; the answer is found by its id. With `keep: false` both leave the view once answered. */
  | {
      readonly do: "ask";
      readonly id: string;
      readonly text: string;
      readonly keep: boolean;
      readonly settings?: Settings;
    }
  /** A new attempt from the files as they were at entry `snapshot` of the log. */
  | {
      readonly do: "restart";
      readonly snapshot: number;
      readonly settings?: Settings;
      /** Entries of the first request that the new attempt does not show; what takes their place comes as notes. */
      readonly hide?: readonly number[];
    }
  | { readonly do: "stop"; readonly outcome: Outcome };

export type EpochCause = "eviction" | "compaction" | "attempt" | "new-run" | "tools-mode" | "model";

export type Reply = {
  readonly type: "reply";
  /** Everything the model wrote outside thinking, unchanged. */
  readonly raw: string;
  /** What of it is meant for the person. */
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly Call[];
  /** What of the reply was not taken as a call although it looks like one, a sentence each, for the model. */
  readonly notices?: readonly string[];
  readonly finish: "stop" | "length" | "cut" | "error";
  readonly cut?: Cut;
  readonly error?: ProviderError;
  readonly usage?: Usage;
  readonly settings: Settings;
  /** Id of the side question that this answers. */
  readonly answers?: string;
  readonly durationMs: number;
  /** Characters of the request that this answers; calibrates the estimate of tokens. */
  readonly requestCharacters?: number;
  /** Time to the first event that carries text, thinking or a call. */
  readonly firstTokenMs?: number;
};

/** One thing in the log, without its number and time. */
export type EntryBody =
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "notes"; readonly notes: readonly Note[] }
  | Reply
  | { readonly type: "result"; readonly call: string; readonly result: ToolResult; readonly durationMs?: number }
  | { readonly type: "verdict"; readonly feature: string; readonly verdict: Verdict }
  | { readonly type: "fact"; readonly by: string; readonly name: string; readonly value: Json }
  | {
      readonly type: "epoch";
      readonly cause: EpochCause;
      /** Entry numbers that leave the view. */
      readonly hide: readonly number[];
      /** Entry numbers whose long texts are shortened in the view. */
      readonly shorten: readonly number[];
      readonly text?: string;
    }
  | { readonly type: "outcome"; readonly outcome: Outcome; readonly report: readonly string[] };

/** `seq` counts from 0 and is the entry's place; `at` is ISO 8601. */
export type Entry = { readonly seq: number; readonly at: string } & EntryBody;

// ---------------------------------------------------------------------------------------------- features

/** What tools and features may see and do. */
export type Context = {
  readonly log: readonly Entry[];
  readonly facts: ServerFacts;
  readonly profile: Profile;
  readonly signal: AbortSignal;
  /** Appends a fact to the log under the caller's name. */
  record(name: string, value: Json): void;
  /** One line of progress for the person's screen; never logged. */
  progress(line: string): void;
  /** A yes/no question to the person; false where there is nobody. */
  confirm(question: string): Promise<boolean>;
};

export type Refusal = { readonly error: string; readonly hint: string };

/** One idea, in one file, at some of the six places. State is derived from the log. */
export type Feature = {
  readonly name: string;
  notes?(context: Context): Maybe<readonly Note[]>;
  /** Made anew for each reply. */
  watch?(context: Context): (event: StreamEvent | Message) => Cut | undefined;
  review?(context: Context, at: "before-request" | "after-reply"): Maybe<Verdict>;
  gate?(context: Context, action: Action): Maybe<Refusal>;
  refine?(context: Context, action: Action, result: ToolResult): Maybe<ToolResult>;
  close?(
    context: Context,
    outcome: Outcome,
  ): Maybe<{ readonly outcome?: Outcome; readonly restore?: number; readonly report?: readonly string[] }>;
};

// ---------------------------------------------------------------------------------------------- events

/** What goes out to screens, session files and benchmarks. Nothing comes back. */
export type AgentEvent =
  | { readonly type: "run-start"; readonly text: string }
  | { readonly type: "step-start"; readonly step: number; readonly estimatedTokens: number }
  | { readonly type: "waiting"; readonly for: "load" | "prompt"; readonly done: number; readonly total: number }
  | { readonly type: "text-delta" | "thinking-delta"; readonly text: string }
  | { readonly type: "progress"; readonly line: string }
  | { readonly type: "call-start"; readonly call: Call; readonly action: Action }
  | { readonly type: "entry"; readonly entry: Entry };

/** A mistake of the person or of the surroundings, told in one sentence with the next command to type. `exitCode` as in the command line's table. */
export type UserErrorInfo = {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly exitCode: 1 | 2 | 3;
};
