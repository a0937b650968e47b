import { basename } from "node:path/posix";
import { distance } from "fastest-levenshtein";
import { UserError } from "../lib/user-error.ts";
import type { OfferedModel } from "./identify-server.ts";

/** Names offered in a message to the person. */
const MOST_NAMES = 3;

/**
 * The offered model of that name: by id, alias or file name, with or without `.gguf`, case ignored; without a name the
 * first. Undefined where nothing is offered. Throws a `UserError` with the nearest names where none fits.
 */
export function resolveModel(wanted: string | undefined, offered: readonly OfferedModel[]): OfferedModel | undefined {
  if (wanted === undefined || offered.length === 0) return offered[0];
  const found =
    offered.find((model) => model.names.includes(wanted)) ??
    offered.find((model) => model.names.some((name) => shortName(name) === shortName(wanted)));
  if (found) return found;
  const far = (model: OfferedModel): number => distance(shortName(model.id), shortName(wanted));
  const nearest = offered.toSorted((one, other) => far(one) - far(other)).map((model) => displayName(model.id));
  throw new UserError({
    code: "unknown-model",
    message: `The server has no model "${wanted}". It has: ${nearest.slice(0, MOST_NAMES).join(", ")}${offered.length > MOST_NAMES ? " …" : ""}`,
    hint: `--model ${nearest[0]}`,
    exitCode: 2,
  });
}

/** A model's name for people: a file's path becomes the file's name. */
export function displayName(id: string): string {
  return id.endsWith(".gguf") ? basename(id) : id;
}

function shortName(name: string): string {
  return displayName(name)
    .replace(/\.gguf$/i, "")
    .toLowerCase();
}
