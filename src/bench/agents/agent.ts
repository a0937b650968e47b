import type { RequestRecord, Stop, StoryPart } from "../bench-record.ts";

/** One task put to an agent. */
export type AgentTask = {
  /** The folder that the agent works in. */
  readonly workspace: string;
  /** An empty folder outside the workspace for what the bench itself needs to write. */
  readonly scratch: string;
  readonly prompt: string;
  readonly seed: number;
  /** Where the agent finds the model server, for example `http://127.0.0.1:8081`; undefined with the embedded engine. */
  readonly origin: string | undefined;
  readonly timeLimitSeconds: number;
  readonly signal: AbortSignal;
};

/** How it went. What the agent tells of itself; what the proxy sees is added to it. */
export type AgentRun = {
  readonly stop: Stop;
  readonly seconds: number;
  /** The newest words of the agent, for one that failed without any request. */
  readonly lastWords: string;
  readonly steps?: number;
  readonly requests?: readonly RequestRecord[];
  readonly story?: readonly StoryPart[];
};

/** A program that changes the files of a folder as a prompt asks; it never throws for what the program does. */
export type BenchAgent = {
  /** `whippet`, or its command line. */
  readonly name: string;
  /** Version and hash of the program, where the bench knows it; read anew at each call. */
  program(): string | null;
  run(task: AgentTask): Promise<AgentRun>;
};
