type Definitions = {
  readonly extensions: RegExp;
  /** Group 1 is the defined name. */
  readonly defined: RegExp;
  /** Group 1 is an exported name, or a list of them. */
  readonly exported?: RegExp;
};

/** How languages define and export names at the top level of a file, by extension. */
const DEFINITIONS: readonly Definitions[] = [
  {
    extensions: /\.(?:[cm]?js|[cm]?ts|jsx|tsx)$/,
    defined:
      /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var|interface|type|enum)\s+([\w$]+)/gm,
    exported:
      /^(?:export\s+(?:default\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var|interface|type|enum)\s+([\w$]+)|export\s*\{([^}]*)\}|(?:module\.)?exports\.([\w$]+)\s*=|module\.exports\s*=\s*\{([^}]*)\})/gm,
  },
  { extensions: /\.pyi?$/, defined: /^(?:async\s+)?(?:def|class)\s+(\w+)/gm },
  { extensions: /\.go$/, defined: /^(?:func(?:\s*\([^)]*\))?|type|var|const)\s+(\w+)/gm },
  {
    extensions: /\.rs$/,
    defined: /^(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:fn|struct|enum|trait|const|static|type|mod)\s+(\w+)/gm,
  },
  { extensions: /\.java$/, defined: /^(?:public\s+|final\s+|abstract\s+)*(?:class|interface|enum|record)\s+(\w+)/gm },
];

/** Names that a file defines and exports at its top level, by its extension's usual forms; empty for languages not listed. */
export function topLevelNames(
  path: string,
  text: string,
): { readonly defined: readonly string[]; readonly exported: readonly string[] } {
  const row = DEFINITIONS.find(({ extensions }) => extensions.test(path));
  const find = (pattern: RegExp | undefined): string[] =>
    pattern ? [...new Set([...text.matchAll(pattern)].flatMap((match) => listedNames(match.slice(1).join(","))))] : [];
  return { defined: find(row?.defined), exported: find(row?.exported) };
}

/** Names of a list such as `a, b as c, d: e`: what the outside calls them. */
function listedNames(list: string): string[] {
  return list.split(",").flatMap((item) => {
    const name = /([\w$]+)\s*$/.exec(item.replace(/:.*/s, ""))?.[1];
    return name ? [name] : [];
  });
}
