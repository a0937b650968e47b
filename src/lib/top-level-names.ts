/** How languages define names at the top level of a file, by extension; group 1 is the name. */
const DEFINITIONS: readonly { readonly extensions: RegExp; readonly pattern: RegExp }[] = [
  {
    extensions: /\.(?:[cm]?js|[cm]?ts|jsx|tsx)$/,
    pattern:
      /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var|interface|type|enum)\s+([\w$]+)/gm,
  },
  { extensions: /\.pyi?$/, pattern: /^(?:async\s+)?(?:def|class)\s+(\w+)/gm },
  { extensions: /\.go$/, pattern: /^(?:func(?:\s*\([^)]*\))?|type|var|const)\s+(\w+)/gm },
  {
    extensions: /\.rs$/,
    pattern: /^(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:fn|struct|enum|trait|const|static|type|mod)\s+(\w+)/gm,
  },
  { extensions: /\.java$/, pattern: /^(?:public\s+|final\s+|abstract\s+)*(?:class|interface|enum|record)\s+(\w+)/gm },
];

/** Names that a file defines at its top level, by its extension's usual forms; nothing for languages not listed. */
export function topLevelNames(path: string, text: string): readonly string[] {
  const row = DEFINITIONS.find(({ extensions }) => extensions.test(path));
  return row ? [...new Set([...text.matchAll(row.pattern)].map((match) => match[1] ?? ""))] : [];
}
