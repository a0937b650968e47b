import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../lib/user-error.ts";
import type { Provider, ProviderError, Request, StreamEvent } from "../types.ts";
import { createWaitAnnouncer } from "./announce-wait.ts";
import { parseBaseUrl } from "./base-url.ts";
import { countTokens } from "./count-tokens.ts";
import { failed } from "./create-reply-reader.ts";
import { createThoughtEnder, type ThoughtEnder } from "./create-thought-ender.ts";
import { notAModelServer, toProviderError } from "./errors.ts";
import { explainFailure } from "./explain-failure.ts";
import { sendDirectly } from "./http-transport.ts";
import { type Identity, identifyServer } from "./identify-server.ts";
import { LOAD_POLL_MS } from "./open-reply.ts";
import { createProxyTransport } from "./proxy-transport.ts";
import { quirkOf } from "./quirks.ts";
import type { JsonConnection } from "./request-json.ts";
import { resolveModel } from "./resolve-model.ts";
import { toServerFacts } from "./server-facts.ts";
import { type Question, streamReply } from "./stream-reply.ts";
import { toOpenAiBody } from "./to-openai-body.ts";

/** A server may take this long to say what it is. */
const IDENTIFY_TIMEOUT_MS = 10_000;

/** Where the server is, and what the person set. */
export type OpenAiCompatibleOptions = {
  /** With or without `/v1`. */
  readonly baseUrl: string;
  /** Absent: the server's first, a loaded one if it says which. */
  readonly model?: string;
  /** Goes to `baseUrl` only; redirects are not followed. */
  readonly apiKey?: string;
  /** In tokens; absent: asked of the server, else guessed. */
  readonly window?: number;
  /** Silence that is borne before the first byte of an answer; default 600 s. */
  readonly idleFirstMs?: number;
  /** Silence that is borne after it; default 120 s. */
  readonly idleMs?: number;
  /** The environment's variables; those that name proxies are used for servers that are not on this machine. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Hears, while `facts` waits for a model that is being loaded, a sentence about it, at once and every ten seconds. */
  readonly onWaiting?: (line: string) => void;
};

/** A model behind any server that speaks OpenAI's chat completions. Throws a `UserError` for a malformed address. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): Provider {
  const { root, shown, loopback } = parseBaseUrl(options.baseUrl);
  const { apiKey, idleFirstMs = 600_000, idleMs = 120_000 } = options;
  const proxy = loopback ? undefined : createProxyTransport(options.variables ?? {});
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const connection = { transport: proxy ?? sendDirectly, headers, root, shown };
  const identify = createIdentification(connection);

  /** Some servers repeat the key that they refuse. */
  const withoutKey = (error: ProviderError): ProviderError =>
    apiKey ? { ...error, message: error.message.replaceAll(apiKey, "[key]") } : error;

  async function* stream(request: Request, signal: AbortSignal, thought: ThoughtEnder): AsyncGenerator<StreamEvent> {
    const question = await prepare(request, signal);
    const events = "kind" in question ? [failed(question)] : answer(question, signal, thought);
    for await (const event of events) yield event.type === "error" ? failed(withoutKey(event.error)) : event;
  }

  /** Everything that must be known before a question can be put into words; an error where it can't be known. */
  async function prepare(request: Request, signal: AbortSignal): Promise<Question | ProviderError> {
    try {
      const identity = await identify(signal);
      if (identity.state === "stranger" || identity.state === "unreachable") return explainIdentity(identity, shown);
      const quirk = quirkOf(identity.kind);
      const wanted = request.settings.model ?? options.model;
      const model = resolveModel(wanted, identity.state === "known" ? identity.models : []);
      const body = JSON.stringify(toOpenAiBody(request, model?.id ?? wanted ?? "default", quirk));
      return { ...connection, quirk, request, body, idleFirstMs, idleMs };
    } catch (cause) {
      if (cause instanceof UserError) return unknownModel(cause);
      return explainFailure(cause, { aborted: signal.aborted, opened: false, shown });
    }
  }

  return {
    async facts(signal) {
      const announceWait = createWaitAnnouncer(shown, options.onWaiting ?? (() => undefined));
      let identity = await identify(signal);
      while (identity.state === "busy") {
        announceWait();
        await sleep(LOAD_POLL_MS, undefined, { signal });
        identity = await identify(signal);
      }
      if (identity.state !== "known") throw toUserError(withoutKey(explainIdentity(identity, shown)));
      const model = resolveModel(options.model, identity.models);
      return toServerFacts({ quirk: quirkOf(identity.kind), props: identity.props, model, set: options });
    },
    async count(request, signal) {
      const identity = await identify(signal);
      if (identity.state !== "known") return null;
      return countTokens({ ...connection, quirk: quirkOf(identity.kind) }, request, signal);
    },
    stream(request, signal) {
      const thought = createThoughtEnder();
      return Object.assign(stream(request, signal, thought), { endThinking: thought.end });
    },
    // Each request has its own connection, so there is nothing to close.
    close: async () => undefined,
  };
}

/** The reply to one question. What the server quotes of the model because it could not read it, we may be able to (D7). */
async function* answer(question: Question, signal: AbortSignal, thought: ThoughtEnder): AsyncGenerator<StreamEvent> {
  const { quirk, request } = question;
  const mayEnd = quirk.thinking.control !== null && typeof request.settings.thinking === "number";
  const onId = (id: string): void => thought.begin(id, question, signal);
  for await (const event of streamReply({ ...question, ...(mayEnd ? { onId } : {}) }, signal)) {
    if (event.type === "error" && event.error.modelText) yield { type: "text", text: event.error.modelText };
    yield event;
  }
}

/** Recognises the server once; one that is away or loads its model is asked again. */
function createIdentification(
  connection: JsonConnection & { root: string },
): (signal: AbortSignal) => Promise<Identity> {
  let known: Identity | undefined;
  return async (signal) => {
    if (known) return known;
    const identity = await identifyServer(connection.root, connection, { signal, timeoutMs: IDENTIFY_TIMEOUT_MS });
    if (identity.state === "known") known = identity;
    return identity;
  };
}

function unknownModel({ message, hint }: UserError): ProviderError {
  return { kind: "unknown-model", message, hint, retryable: false };
}

function explainIdentity(
  identity: Extract<Identity, { state: "stranger" | "unreachable" }>,
  shown: string,
): ProviderError {
  if (identity.state === "unreachable") return explainFailure(identity.cause, { aborted: false, opened: false, shown });
  if (identity.reply.status !== 200) return toProviderError(identity.reply, quirkOf("generic"), shown);
  return notAModelServer(`What answers at ${shown} is no model server: it has no list of models.`);
}

function toUserError({ kind, message, hint }: ProviderError): UserError {
  return new UserError({ code: kind === "unreachable" ? "no-server" : kind, message, hint });
}
