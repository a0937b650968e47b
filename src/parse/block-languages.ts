/** Info strings that say what a block is, with the extensions of files it can be ("" = none). Others fit any file. */
const FAMILIES: readonly { readonly languages: readonly string[]; readonly extensions: readonly string[] }[] = [
  {
    languages: [
      "sh",
      "bash",
      "shell",
      "zsh",
      "fish",
      "console",
      "terminal",
      "shellsession",
      "shell-session",
      "session",
    ],
    extensions: ["sh", "bash", "zsh", "fish"],
  },
  { languages: ["powershell", "ps1", "pwsh", "cmd", "bat", "batch"], extensions: ["ps1", "psm1", "cmd", "bat"] },
  { languages: ["diff", "patch", "udiff"], extensions: ["diff", "patch"] },
  { languages: ["json", "jsonc", "json5", "jsonl", "tool_call"], extensions: ["json", "jsonc", "json5", "jsonl"] },
  {
    languages: ["text", "txt", "plaintext", "plain", "output", "log", "stdout", "none"],
    extensions: ["txt", "text", "log", ""],
  },
  { languages: ["markdown", "md", "mdx"], extensions: ["md", "markdown", "mdx"] },
  { languages: ["html", "xml", "svg"], extensions: ["html", "htm", "xhtml", "xml", "svg", "vue", "svelte"] },
  { languages: ["css", "scss", "less"], extensions: ["css", "scss", "sass", "less"] },
  { languages: ["yaml", "yml"], extensions: ["yaml", "yml"] },
  { languages: ["toml", "ini"], extensions: ["toml", "ini", "cfg", "conf", "lock"] },
  { languages: ["sql"], extensions: ["sql"] },
  { languages: ["python", "py", "python3", "pycon"], extensions: ["py", "pyi", "pyw", ""] },
  {
    languages: ["javascript", "js", "jsx", "mjs", "cjs", "typescript", "ts", "tsx", "node"],
    extensions: ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte", ""],
  },
];

/** Whether a block with this info-string language can be the content of the file at `path`. */
export function languageFits(language: string, path: string): boolean {
  const family = FAMILIES.find(({ languages }) => languages.includes(language.toLowerCase()));
  return family === undefined || family.extensions.includes(extension(path));
}

/** Whether a block is Markdown, whose content may hold fences of its own. */
export function isMarkdown(language: string, path: string): boolean {
  return (
    ["markdown", "md", "mdx"].includes(language.toLowerCase()) || ["md", "markdown", "mdx"].includes(extension(path))
  );
}

function extension(path: string): string {
  return (/[^/]\.(\w+)$/.exec(path)?.[1] ?? "").toLowerCase();
}
