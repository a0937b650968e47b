import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { UserError } from "../lib/user-error.ts";
import type { Profile, Settings } from "../types.ts";

/** One row of the person's own `models.json`: which models it is for, and what it sets. */
export type UserModel = {
  /** `name` is lower-case and without folder; `weights` is absent where the size is unknown. */
  fits(name: string, weights: number | undefined): boolean;
  readonly values: Partial<Omit<Profile, "name" | "settings">> & {
    readonly thinking?: "off" | number;
    readonly settings?: Settings;
  };
};

const share = z.number().check(z.minimum(0), z.maximum(1));
const count = z.int().check(z.minimum(1));
const Sampling = z.strictObject({
  temperature: z.optional(z.number().check(z.minimum(0))),
  topP: z.optional(share),
  topK: z.optional(z.int().check(z.minimum(0))),
  minP: z.optional(share),
  repeatPenalty: z.optional(z.number().check(z.minimum(0))),
  presencePenalty: z.optional(z.number()),
  toolsMode: z.optional(z.enum(["native", "prompt"])),
});
const Row = z.strictObject({
  match: z.string().check(z.minLength(1)),
  upToBillions: z.optional(z.number()),
  editFormat: z.optional(z.enum(["whole", "patch"])),
  ask: z.optional(z.enum(["direct", "tools"])),
  attempts: z.optional(count),
  attemptTemperature: z.optional(z.number().check(z.minimum(0))),
  maxSteps: z.optional(count),
  attachShare: z.optional(share),
  protectTests: z.optional(z.boolean()),
  callForm: z.optional(z.string()),
  keepsThinking: z.optional(z.boolean()),
  thinking: z.optional(z.union([z.literal("off"), count])),
  settings: z.optional(Sampling),
});
const File = z.strictObject({ models: z.array(Row) });
type Row = z.infer<typeof Row>;

/** Reads `models.json` of the configuration folder; no file, no rows. Throws a `UserError` that names the line or the field. */
export function readUserModels(configDir: string): readonly UserModel[] {
  const path = join(configDir, "models.json");
  const text = readIfThere(path);
  if (text === undefined) return [];
  const { success, data, error } = File.safeParse(parse(text, path));
  if (!success) throw wrong(path, error.issues.slice(0, 3).map(describe).join("; "));
  return data.models.map(toUserModel);
}

function toUserModel({ match, upToBillions, ...values }: Row): UserModel {
  const pattern = new RegExp(
    `^${match
      .toLowerCase()
      .split("*")
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
  );
  return {
    fits: (name, weights) =>
      pattern.test(name) && (upToBillions === undefined || (weights !== undefined && weights <= upToBillions * 1e9)),
    values: withoutAbsent(values) as UserModel["values"],
  };
}

function withoutAbsent(row: object): object {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === undefined) throw error;
    throw wrong(path, message);
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw wrong(path, `line ${lineOf(error.message, text)} is no JSON: ${error.message}`);
  }
}

/** Node names the position; where it doesn't, the text ended too early. */
function lineOf(message: string, text: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split("\n").length;
}

function describe(issue: z.core.$ZodIssue): string {
  const field = issue.path.reduce<string>(
    (name, part) => (typeof part === "number" ? `${name}[${part}]` : `${name}${name && "."}${String(part)}`),
    "",
  );
  return `${field || "the file"}: ${problem(issue)}`;
}

function problem(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `there is no "${issue.keys.join('", "')}"`;
    case "invalid_type":
      return `expected ${issue.expected === "int" ? "a whole number" : issue.expected}`;
    case "invalid_value":
      return `expected one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      return `expected at least ${issue.minimum}`;
    case "too_big":
      return `expected at most ${issue.maximum}`;
    case "invalid_union":
      return 'expected "off" or a number of tokens';
    default:
      return "not understood";
  }
}

function wrong(path: string, why: string): UserError {
  return new UserError({
    code: "bad-models-file",
    message: `${path} can't be used: ${why}.`,
    hint: `Correct it, or move it away: mv ${path} ${path}.bad`,
    exitCode: 2,
  });
}
