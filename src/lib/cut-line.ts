/** A line of at most `max` characters; what is cut off is counted in its place, and no character is split in two. */
export function cutLine(line: string, max: number): string {
  if (line.length <= max) return line;
  const kept = line.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}[+${line.length - kept.length} characters]`;
}
