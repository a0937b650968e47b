import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { ServerFacts } from "../types.ts";
import { withStateErrors } from "./with-state-errors.ts";

/** What was found out about a server and its model, and outlives the session. */
export type KnownServer = { readonly toolsMode?: "prompt" };

/** Servers are mended: what was found out longer ago is tried anew. */
const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

const File = z.record(z.string(), z.object({ learnt: z.iso.datetime(), toolsMode: z.optional(z.literal("prompt")) }));
type File = z.infer<typeof File>;

/** A server is known by its kind and its model: what one can't do, another of that kind can't either. */
type Named = Pick<ServerFacts, "server" | "model">;

/** What is known of a server and model; nothing where nothing is, or where the file can't be read. */
export function recallServer(stateDir: string, server: Named, now: Date = new Date()): KnownServer {
  const known = read(stateDir)[keyOf(server)];
  if (!known || now.getTime() - Date.parse(known.learnt) > FORGET_AFTER_MS) return {};
  return known.toolsMode ? { toolsMode: known.toolsMode } : {};
}

/** Writes what was found out into `servers.json`, whole or not at all. Throws a `UserError` where the disk refuses. */
export function rememberServer(stateDir: string, server: Named, known: KnownServer, now: Date = new Date()): void {
  const path = join(stateDir, "servers.json");
  const all = { ...read(stateDir), [keyOf(server)]: { ...known, learnt: now.toISOString() } };
  withStateErrors(path, () => {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  });
}

function keyOf({ server, model }: Named): string {
  return `${server} ${model}`;
}

function read(stateDir: string): File {
  try {
    return File.safeParse(JSON.parse(readFileSync(join(stateDir, "servers.json"), "utf8"))).data ?? {};
  } catch (error) {
    // It only saves a detour: a file that is missing or broken is made anew.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined) return {};
    throw error;
  }
}
