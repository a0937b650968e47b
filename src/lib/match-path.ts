/** The one path of `known` that `written` means: the same, one being the end of the other, or alone with that base name. */
export function matchPath(written: string, known: readonly string[]): string | undefined {
  const path = written.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const baseName = path.slice(path.lastIndexOf("/") + 1);
  if (known.includes(path)) return path;
  if (baseName === "") return undefined;
  const bySuffix = known.filter((other) => other.endsWith(`/${path}`) || path.endsWith(`/${other}`));
  if (bySuffix.length > 0) return bySuffix.length === 1 ? bySuffix[0] : undefined;
  const byName = known.filter((other) => other.slice(other.lastIndexOf("/") + 1) === baseName);
  return byName.length === 1 ? byName[0] : undefined;
}
