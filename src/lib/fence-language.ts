/** Info strings of fenced blocks by file extension, where the extension itself is not the usual one. */
const LANGUAGES: Readonly<Record<string, string>> = {
  mjs: "js", cjs: "js", mts: "ts", cts: "ts", py: "python", pyi: "python", rs: "rust", rb: "ruby", kt: "kotlin",
  cs: "csharp", cc: "cpp", hpp: "cpp", h: "c", sh: "bash", md: "markdown", yml: "yaml", htm: "html",
}; // biome-ignore format: a table

/** The info string that a fenced block with this file's content usually has ("js", "python"); empty for a file without extension. */
export function fenceLanguage(path: string): string {
  const extension = /[^/]\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return LANGUAGES[extension] ?? extension;
}
