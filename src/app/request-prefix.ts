import { buildPrefix, type Prefix } from "../prompt/build-prefix.ts";
import { createTools } from "../tools/index.ts";
import { createFiles } from "../workspace/files.ts";
import { createShell } from "../workspace/shell.ts";

/** The prefix of every request as an agent in the existing folder `root` builds it: system text and all core tools. Nothing is written or started. */
export function requestPrefix(root: string): Prefix {
  const files = createFiles({ root, storeDir: root });
  const shell = createShell({ root, outDir: root, variables: {} });
  return buildPrefix(createTools({ files, shell }));
}
