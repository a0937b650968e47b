import type { Dialect } from "./dialect.ts";
import { fencedJson } from "./fenced-json.ts";
import { fileBlock } from "./file-block.ts";
import { hermes } from "./hermes.ts";

/** THE list of text forms in which models write calls; at each place the first one that takes the text wins. */
export const dialects: readonly Dialect[] = [hermes, fencedJson, fileBlock];
