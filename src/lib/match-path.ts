/**
 * The one path of `known` that `written` means: the same, or one being the end of the other in whole parts. A file in
 * another folder with the same base name is never meant, so that nothing is written over it.
 */
export function matchPath(written: string, known: readonly string[]): string | undefined {
  const path = written.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
  if (known.includes(path)) return path;
  if (path === "" || path.endsWith("/")) return undefined;
  const found = known.filter(
    (other) => other.endsWith(`/${path}`) || (other.includes("/") && path.endsWith(`/${other}`)),
  );
  return found.length === 1 ? found[0] : undefined;
}
