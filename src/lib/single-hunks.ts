import { diffLines } from "diff";

/** The versions of a text that each make one of the changes that lead to another text, in order; a change is a run of lines removed and added. */
export function singleHunks(before: string, after: string): readonly string[] {
  const parts = diffLines(before, after);
  const hunks = parts.flatMap((part, index) => {
    const isStart = (part.added || part.removed) && !(parts[index - 1]?.added || parts[index - 1]?.removed);
    return isStart ? [index] : [];
  });
  return hunks.map((start) => {
    const isInHunk = (index: number): boolean => index === start || (index === start + 1 && isChange(parts[index]));
    return parts
      .map((part, index) => {
        if (!isChange(part)) return part.value;
        return isInHunk(index) === Boolean(part.added) ? part.value : "";
      })
      .join("");
  });
}

function isChange(part: { readonly added?: boolean; readonly removed?: boolean } | undefined): boolean {
  return Boolean(part?.added || part?.removed);
}
