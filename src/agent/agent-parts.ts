import type { Log } from "../log/create-log.ts";
import type { Prefix } from "../prompt/build-prefix.ts";
import type {
  AgentEvent,
  Context,
  Feature,
  FileChange,
  Profile,
  Provider,
  ServerFacts,
  StreamEvent,
  Tool,
} from "../types.ts";
import type { Inbox } from "./create-inbox.ts";

/** Everything the loop works with; the host chooses each part. */
export type AgentParts = {
  readonly log: Log;
  readonly provider: Provider;
  readonly facts: ServerFacts;
  readonly profile: Profile;
  readonly prefix: Prefix;
  readonly tools: readonly Tool[];
  readonly features: readonly Feature[];
  readonly inbox: Inbox;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  readonly confirm: (question: string) => Promise<boolean>;
  /** Writes files back; `content` is the hash of stored bytes, null = delete. Returns what changed. */
  readonly restore: (files: readonly { path: string; content: string | null }[]) => Promise<readonly FileChange[]>;
};

/** What a feature or tool of this name may see and do; facts are recorded under its name. */
export function contextFor(parts: AgentParts, name: string): Context {
  return {
    log: parts.log.entries,
    facts: parts.facts,
    profile: parts.profile,
    signal: parts.signal,
    record: (fact, value) => void parts.log.append({ type: "fact", by: name, name: fact, value }),
    progress: (line) => parts.emit({ type: "progress", line }),
    confirm: parts.confirm,
  };
}

/** True for events that carry something the model wrote. */
export function isModelOutput(event: StreamEvent): boolean {
  return event.type === "text" || event.type === "thinking" || event.type === "call";
}
