/** Extensions of files that people ask to have made. */
const EXTENSIONS =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|lua|sh|sql|html?|css|scss|vue|svelte|md|txt|json|ya?ml|toml|ini|cfg|csv|xml)$/i;
/** Names of things that only look like a file. */
const PRODUCTS = /^(?:node|vue|next|nuxt|react|three|express|chart|discord|socket|alpine|ember|backbone|d3|p5)\.js$/i;

/** Characters of a text that are looked at. */
const LOOKED_AT = 8_000;

/** Words of a text that may be paths or file names, in order, without quotes, `@` and closing punctuation. */
function candidates(text: string): string[] {
  return text
    .slice(0, LOOKED_AT)
    .split(/[\s"'`()[\]{}<>,;]+/)
    .map((word) =>
      word
        .replace(/^@/, "")
        .replace(/^\.\//, "")
        .replace(/[.:!?]+$/, "")
        .replace(/:\d+(-\d+)?$/, ""),
    )
    .filter((word) => /[\w-]\.[A-Za-z]\w{0,9}$/.test(word) || word.includes("/"));
}

/**
 * Files that a text names, in its order: by whole path, or by a base name that only one file has.
 * `missing`: words that look like a file with an extension but are no file here.
 */
export function namedPaths(
  text: string,
  files: readonly string[],
): { readonly found: string[]; readonly missing: string[] } {
  const found = new Set<string>();
  const missing = new Set<string>();
  for (const word of candidates(text)) {
    const matches = files.includes(word) ? [word] : files.filter((file) => file.endsWith(`/${word}`));
    if (matches.length === 1 && matches[0]) found.add(matches[0]);
    else if (matches.length === 0 && isFileName(word)) missing.add(word);
  }
  return { found: [...found], missing: [...missing] };
}

function isFileName(word: string): boolean {
  return /^[\w@./-]+$/.test(word) && EXTENSIONS.test(word) && !word.includes("//") && !PRODUCTS.test(word);
}
