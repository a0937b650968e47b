import type { Tool } from "../types.ts";
import type { Files } from "../workspace/files.ts";
import { createSearch } from "../workspace/search.ts";
import type { Shell } from "../workspace/shell.ts";
import { createBashTool } from "./bash.ts";
import { createEditTool } from "./edit.ts";
import { createGlobTool } from "./glob.ts";
import { createGrepTool } from "./grep.ts";
import { createListTool } from "./list.ts";
import { createReadTool } from "./read.ts";
import { createWriteTool } from "./write.ts";

/** The tools, in the order in which the model sees them. */
export function createTools({ files, shell }: { readonly files: Files; readonly shell: Shell }): readonly Tool[] {
  const search = createSearch(files);
  return [
    createReadTool(files),
    createWriteTool(files),
    createEditTool(files),
    createBashTool(shell),
    createGrepTool(search, files),
    createGlobTool(search),
    createListTool(search, files),
  ];
}
