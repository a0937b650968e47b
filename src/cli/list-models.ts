import { modelsOnDisk } from "../app/models.ts";
import type { Environment } from "../config/load.ts";
import { plainLine } from "./plain-line.ts";

const STATES = {
  absent: "can be fetched",
  partial: "partly fetched",
  damaged: "damaged: will be fetched again",
  whole: "on this disk",
};

/** `whippet models`: one line a model. */
export async function listModels(environment: Environment): Promise<void> {
  for (const { model, state, path } of await modelsOnDisk(environment)) {
    const size = `${Math.round(model.bytes / 1e6)} MB`;
    const where = state === "whole" ? `: ${path}` : "";
    process.stdout.write(`${plainLine(`${model.name.padEnd(22)} ${size.padStart(8)}  ${STATES[state]}${where}`)}\n`);
  }
  process.stdout.write("\nFetch one with: whippet models get NAME\n");
}
