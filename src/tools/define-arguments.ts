import * as z from "zod/mini";
import { type Failure, failure, nextCall } from "../lib/failure.ts";
import type { Call, Json } from "../types.ts";

/** A tool's arguments: `read` checks those of a call, `of` takes those that were checked before. */
export type Arguments<T> = {
  read(call: Call): { readonly ok: true; readonly value: T } | Failure;
  of(call: Call): T;
};

/** Arguments of a shape, with a small valid example for the model; `null` counts as left out. */
export function defineArguments<T>(shape: z.ZodMiniType<T>, example: { readonly [key: string]: Json }): Arguments<T> {
  return {
    read(call) {
      const { data, error, success } = z.safeParse(shape, withoutNulls(call.arguments));
      if (success) return { ok: true, value: data };
      return failure(describe(error.issues[0]), nextCall(call.name, example));
    },
    of: (call) => z.parse(shape, withoutNulls(call.arguments)),
  };
}

function withoutNulls(value: Call["arguments"]): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const expected =
    issue?.code === "invalid_type"
      ? `a ${issue.expected === "int" ? "whole number" : issue.expected}`
      : "something else";
  return `"${issue?.path.join(".")}" must be ${expected}.`;
}
