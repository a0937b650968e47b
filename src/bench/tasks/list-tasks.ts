import { basename, dirname, resolve } from "node:path";
import type { BenchTask } from "../bench-task.ts";
import { asInvalidTask } from "./invalid-task.ts";
import { readTask } from "./read-task.ts";

/** A task, or what could be told of one that can't be measured, with the reason. */
export type ListedTask = { readonly task: BenchTask; readonly fault?: string };

/** Reads task folders in order; a folder that is no task, or has the id of an earlier one, stays in the list with its fault. */
export async function listTasks(folders: readonly string[]): Promise<readonly ListedTask[]> {
  const seen = new Set<string>();
  return (await Promise.all(folders.map(readListed))).map((listed) => {
    const { id } = listed.task;
    if (!seen.has(id)) {
      seen.add(id);
      return listed;
    }
    const named = { ...listed.task, id: `${id} (${listed.task.folder})` };
    return { task: named, fault: `Another task has the id ${id} too.` };
  });
}

async function readListed(folder: string): Promise<ListedTask> {
  try {
    return { task: await readTask(folder) };
  } catch (error) {
    return { task: placeholder(resolve(folder)), fault: asInvalidTask(error).message };
  }
}

function placeholder(folder: string): BenchTask {
  const [suite = "", name = ""] = [dirname(folder), folder].map((path) => basename(path).replace(/\p{C}/gu, "?"));
  return {
    ...{ id: `${suite}/${name}`, suite, folder },
    ...{ language: "", level: null, instructions: "", edit: [], tests: [], testCommand: [], timeoutSeconds: 0 },
    hasSolution: false,
    hash: "",
  };
}
