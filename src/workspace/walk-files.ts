import { ripgrep } from "./ripgrep.ts";

/** The workspace's files, as paths relative to `root` with `/`, sorted, at most `limit`: what `.gitignore` and the list of heavy folders leave. */
export async function walkFiles(root: string, limit: number, signal?: AbortSignal): Promise<readonly string[]> {
  const { lines } = await ripgrep(["--files"], { cwd: root, maxLines: limit, signal });
  return lines;
}
