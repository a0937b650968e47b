import { requestHead } from "./request-head.ts";

/** Whether names may go: the request renames, removes or moves something. The words of paths do not count. */
export function asksToRename(request: string): boolean {
  const text = requestHead(request).replace(/\S*(?:\/\S+|\w\.[a-z]\w*)/gi, " ");
  return /\b(renam\w*|remov\w*|delet\w*|drop|replace|extract|move|split|inline)\b/i.test(text);
}
