import { bareJson } from "./bare-json.ts";
import { bracketed } from "./bracketed.ts";
import { deepseek } from "./deepseek.ts";
import type { Dialect } from "./dialect.ts";
import { fencedJson } from "./fenced-json.ts";
import { fileBlock } from "./file-block.ts";
import { functionary } from "./functionary.ts";
import { gemma3 } from "./gemma-3.ts";
import { gemma4 } from "./gemma-4.ts";
import { gemma4Unmarked } from "./gemma-4-unmarked.ts";
import { glm } from "./glm.ts";
import { harmony } from "./harmony.ts";
import { harmonyUnmarked } from "./harmony-unmarked.ts";
import { hermes } from "./hermes.ts";
import { hermesPython } from "./hermes-python.ts";
import { kimiK2 } from "./kimi-k2.ts";
import { kimiK2Unmarked } from "./kimi-k2-unmarked.ts";
import { lfm2 } from "./lfm2.ts";
import { llama3 } from "./llama-3.ts";
import { markedJson } from "./marked-json.ts";
import { minimaxM3 } from "./minimax-m3.ts";
import { mistral } from "./mistral.ts";
import { namedJson } from "./named-json.ts";
import { pythonic } from "./pythonic.ts";
import { taggedCalls } from "./tagged-calls.ts";

/** THE list of text forms in which models write calls; at each place the first one that takes the text wins. */
export const dialects: readonly Dialect[] = [
  hermesPython,
  hermes,
  ...taggedCalls,
  minimaxM3,
  glm,
  lfm2,
  gemma4,
  gemma4Unmarked,
  mistral,
  deepseek,
  kimiK2,
  kimiK2Unmarked,
  harmony,
  harmonyUnmarked,
  functionary,
  llama3,
  ...markedJson,
  bracketed,
  pythonic,
  bareJson,
  namedJson,
  gemma3,
  fencedJson,
  fileBlock,
];
