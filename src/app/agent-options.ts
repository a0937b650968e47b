import type { Environment } from "../config/load.ts";
import type { AgentEvent } from "../types.ts";

/** What a host decides when it makes an agent. All but the folder has a default. */
export type AgentOptions = {
  /** The project's folder; must exist. */
  readonly cwd: string;
  /** The person named the folder; otherwise a home folder or `/` is refused. */
  readonly isFolderNamed?: boolean;
  readonly environment: Environment;
  /** Base URL of a server, with or without `/v1`; without it servers are looked for, then the embedded engine is used. */
  readonly baseUrl?: string;
  readonly model?: string;
  /** Use the embedded engine without looking for servers. */
  readonly embedded?: boolean;
  /** Addresses at which servers are looked for; default: the usual ports of this machine. */
  readonly origins?: readonly string[];
  /** Tokens of the context window, where the server does not tell it. */
  readonly window?: number;
  readonly maxSteps?: number;
  readonly attempts?: number;
  readonly seed?: number;
  /** Commands that may run, as lists of words that a simple command begins with. */
  readonly allow?: readonly (readonly string[])[];
  readonly yolo?: boolean;
  /** Names of features that are left out, to measure what they are worth. */
  readonly without?: readonly string[];
  /** False: no model and no engine is fetched. Default true. */
  readonly download?: boolean;
  readonly onEvent?: (event: AgentEvent) => void;
  /** Sentences for the person before the first run: what is used, warnings, downloads. */
  readonly announce?: (line: string) => void;
  /** Progress of downloads and loading, 0 to 1. */
  readonly onProgress?: (what: string, share: number) => void;
  /** A yes/no question to the person; default: nobody there, false. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** Ends the search for a server, downloads and loading. */
  readonly signal?: AbortSignal;
};
