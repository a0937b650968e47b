import * as z from "zod/mini";

/** A field that agents and servers fill as they like: one of another type than expected counts as absent. */
export function orAbsent<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}
