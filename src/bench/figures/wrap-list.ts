const WIDTH = 100;

/** `label: one, two, three` in lines of at most 100 characters where words allow, later lines indented; after `limit` names only how many more. */
export function wrapList(label: string, names: readonly string[], limit = Number.POSITIVE_INFINITY): string[] {
  const shown = names.slice(0, limit);
  const words = [...shown, ...(names.length > limit ? [`and ${names.length - limit} more`] : [])];
  const lines = [`${label}:`];
  for (const [at, word] of words.entries()) {
    const piece = at < words.length - 1 ? `${word},` : word;
    const line = `${lines.at(-1)} ${piece}`;
    if (line.length > WIDTH && at > 0) lines.push(`    ${piece}`);
    else lines[lines.length - 1] = line;
  }
  return lines;
}
