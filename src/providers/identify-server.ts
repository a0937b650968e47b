import * as z from "zod/mini";
import type { ServerKind } from "./quirks.ts";
import { type JsonConnection, type JsonReply, requestJson } from "./request-json.ts";

/** A model that a server offers. `names` are all names it goes by; `loaded` is absent where the server does not say. */
export type OfferedModel = {
  readonly id: string;
  readonly names: readonly string[];
  readonly loaded?: boolean;
  readonly parameters?: number;
};

/** What `/props` of llama.cpp tells. `window` is what one slot can use, in tokens; `keepsThinking`: the template shows earlier thoughts. */
export type LlamaProps = { readonly window: number; readonly tools: boolean; readonly keepsThinking?: boolean };

/** What answers at an address. `busy`: it is loading its model. `stranger`: something else than a model server; `reply` is its answer to `/v1/models`. */
export type Identity =
  | {
      readonly state: "known";
      readonly kind: ServerKind;
      readonly models: readonly OfferedModel[];
      readonly props?: LlamaProps;
    }
  | { readonly state: "busy"; readonly kind: "llama.cpp" }
  | { readonly state: "stranger"; readonly reply: JsonReply }
  | { readonly state: "unreachable"; readonly cause: unknown };

const Props = z.object({
  default_generation_settings: z.object({ n_ctx: z.number() }),
  model_path: z.optional(z.string()),
  chat_template: z.optional(z.string()),
  chat_template_caps: z.optional(z.object({ supports_tools: z.optional(z.boolean()) })),
});
const Model = z.object({
  id: z.string(),
  owned_by: z.optional(z.string()),
  aliases: z.catch(z.optional(z.array(z.string())), undefined),
  max_model_len: z.catch(z.optional(z.number()), undefined),
  status: z.catch(z.optional(z.object({ value: z.string() })), undefined),
  meta: z.catch(z.optional(z.object({ n_params: z.optional(z.number()) })), undefined),
});
const Models = z.object({ data: z.array(Model) });
const Loading = z.object({
  error: z.object({ message: z.literal("Loading model"), type: z.literal("unavailable_error") }),
});
const LmStudioModels = z.object({ data: z.array(z.object({ id: z.string(), type: z.string(), state: z.string() })) });
const OllamaTags = z.object({ models: z.array(z.object({ name: z.string() })) });
const OllamaVersion = z.object({ version: z.string() });
const KoboldVersion = z.object({ result: z.literal("KoboldCpp"), version: z.string() });

/** Asked only where `/v1/models` got an answer, so that a closed port costs one connection. */
const OTHER_PATHS = ["/props", "/api/extra/version", "/api/v0/models", "/api/tags", "/api/version"] as const;
type Answers = { readonly [path in "/v1/models" | (typeof OTHER_PATHS)[number]]?: unknown };

/** Asks the address at `root`, by GET only, what it is, within `timeoutMs`. Only an abort of `signal` throws. */
export async function identifyServer(
  root: string,
  connection: JsonConnection,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Identity> {
  const started = performance.now();
  const ask = (path: string): Promise<JsonReply> => {
    const left = Math.max(1, timeoutMs - (performance.now() - started));
    return requestJson(connection, root + path, { signal, timeoutMs: Math.ceil(left) });
  };
  const [first] = await Promise.allSettled([ask("/v1/models")]);
  signal.throwIfAborted();
  if (first.status === "rejected") return { state: "unreachable", cause: first.reason };
  if (Loading.safeParse(first.value.json).success) return { state: "busy", kind: "llama.cpp" };
  const others = await Promise.allSettled(OTHER_PATHS.map(ask));
  signal.throwIfAborted();
  const answers: Answers = Object.fromEntries([
    ["/v1/models", jsonOf(first)],
    ...OTHER_PATHS.map((path, index) => [path, jsonOf(others[index])]),
  ]);
  return recognise(answers) ?? { state: "stranger", reply: first.value };
}

function jsonOf(settled: PromiseSettledResult<JsonReply> | undefined): unknown {
  return settled?.status === "fulfilled" && settled.value.status === 200 ? settled.value.json : undefined;
}

/** KoboldCpp comes first, since it imitates the others. */
function recognise(answers: Answers): Extract<Identity, { state: "known" }> | undefined {
  const listed = Models.safeParse(answers["/v1/models"]).data?.data;
  const models = (listed ?? []).map(toOffered);
  if (KoboldVersion.safeParse(answers["/api/extra/version"]).success)
    return { state: "known", kind: "koboldcpp", models };
  const props = Props.safeParse(answers["/props"]).data;
  if (props) {
    const offered =
      models.length > 0 || !props.model_path ? models : [{ id: props.model_path, names: [props.model_path] }];
    return { state: "known", kind: "llama.cpp", models: loadedFirst(offered), props: toProps(props) };
  }
  if (listed?.some((model) => model.owned_by === "llamacpp")) {
    return { state: "known", kind: "llama.cpp", models: loadedFirst(models) };
  }
  const studio = LmStudioModels.safeParse(answers["/api/v0/models"]).data?.data;
  if (studio) {
    const able = studio.filter((model) => model.type !== "embeddings");
    const offered = able.map(({ id, state }) => ({ id, names: [id], loaded: state === "loaded" }));
    return { state: "known", kind: "lm-studio", models: loadedFirst(offered) };
  }
  const tags = OllamaTags.safeParse(answers["/api/tags"]).data?.models;
  if (tags && OllamaVersion.safeParse(answers["/api/version"]).success) {
    return { state: "known", kind: "ollama", models: tags.map(({ name }) => ({ id: name, names: [name] })) };
  }
  if (!listed) return undefined;
  return { state: "known", kind: listed.some((model) => model.max_model_len) ? "vllm" : "generic", models };
}

function toOffered({ id, aliases = [], status, meta }: z.infer<typeof Model>): OfferedModel {
  return {
    id,
    names: [...new Set([id, ...aliases])],
    ...(status ? { loaded: status.value === "loaded" } : {}),
    ...(meta?.n_params === undefined ? {} : { parameters: meta.n_params }),
  };
}

function toProps({
  default_generation_settings,
  chat_template = "",
  chat_template_caps,
}: z.infer<typeof Props>): LlamaProps {
  return {
    window: default_generation_settings.n_ctx,
    tools: chat_template_caps?.supports_tools ?? /\btools\b/.test(chat_template),
    ...(chat_template === "" ? {} : { keepsThinking: showsThoughts(chat_template) }),
  };
}

/** gpt-oss' template has a name of its own for the field that all others call `reasoning_content`. */
function showsThoughts(template: string): boolean {
  return /\breasoning_content\b|\bmessage\.thinking\b/.test(template);
}

function loadedFirst(models: readonly OfferedModel[]): OfferedModel[] {
  return models.toSorted((one, other) => Number(other.loaded ?? false) - Number(one.loaded ?? false));
}
