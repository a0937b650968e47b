import type { ServerFacts } from "../types.ts";
import type { LlamaProps, OfferedModel } from "./identify-server.ts";
import type { Quirk } from "./quirks.ts";
import { displayName } from "./resolve-model.ts";

/** Assumed where a server does not tell its window; smaller ones are warned of (C1). In tokens. */
const USUAL_WINDOW = 8_192;

/** What is known of a server: its row, its own words, and what the person set. */
export type KnownServer = {
  readonly quirk: Quirk;
  readonly props?: LlamaProps | undefined;
  readonly model?: OfferedModel | undefined;
  /** The model's name and the window in tokens, as set by the person. */
  readonly set: { readonly model?: string | undefined; readonly window?: number | undefined };
};

/** The facts, with a warning for a guessed, small or wrongly set window. */
export function toServerFacts({ quirk, props, model, set }: KnownServer): ServerFacts {
  const told = props && props.window > 0 ? props.window : undefined;
  const window = set.window ?? told ?? USUAL_WINDOW;
  const warnings: string[] = [];
  if (set.window === undefined && told === undefined) {
    warnings.push(
      `${quirk.name} does not tell its window; ${USUAL_WINDOW} tokens are assumed. Set the true number with --window.`,
    );
  }
  if (set.window !== undefined && told !== undefined && set.window > told) {
    warnings.push(
      `The window is set to ${set.window} tokens, but the server has only ${told}. To enlarge it: ${quirk.enlarge}`,
    );
  }
  if (window < USUAL_WINDOW) {
    warnings.push(`The window is only ${window} tokens; longer tasks will not fit. To enlarge it: ${quirk.enlarge}`);
  }
  return {
    model: displayName(model?.id ?? set.model ?? "unknown"),
    server: quirk.name,
    window,
    windowFrom: set.window !== undefined ? "config" : told !== undefined ? "server" : "guess",
    tools: props?.tools ?? true,
    continues: quirk.continues,
    ...(props?.keepsThinking === undefined ? {} : { keepsThinking: props.keepsThinking }),
    ...(model?.parameters === undefined ? {} : { parameters: model.parameters }),
    warnings,
  };
}
