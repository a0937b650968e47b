import type { Json } from "../types.ts";

/** A JSON value with all object keys sorted, so that the same value always gives the same bytes. */
export function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  const object = value as { readonly [key: string]: Json };
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((key) => [key, sortKeys(object[key] as Json)]),
  );
}
