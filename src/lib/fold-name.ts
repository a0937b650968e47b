/** A name without case and separators, so that `str_replace`, `strReplace` and `Str-Replace` compare equal. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, "");
}
