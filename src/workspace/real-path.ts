import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "./disk-failure.ts";

/** As many links as Linux follows before it calls them a loop. */
const MAX_LINKS = 40;

/**
 * Where an absolute path really leads, links followed, also when its end does not exist yet (a link to nowhere included).
 * Throws the system's error for a loop or a folder that may not be entered.
 */
export async function realPath(path: string, links = MAX_LINKS): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    if (dirname(path) === path || links === 0) throw error;
  }
  const here = join(await realPath(dirname(path), links), basename(path));
  const target = await linkTarget(here);
  return target === undefined ? here : realPath(resolve(dirname(here), target), links - 1);
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
