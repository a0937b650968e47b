const COMMENT_START = /^\s*(\/\/|#|\/\*|\*|<!--|--|;|%|"""|'''|\.\.\.|…)/;
const STANDS_FOR_CODE = new RegExp(
  [
    String.raw`\b(rest|remainder) of (the |your |this )?(\w+ )?(code|file|function|class|methods?|implementation|module|content|tests?)\b`,
    String.raw`\b(existing|remaining|previous|original|other|unchanged) (code|methods?|functions?|implementation|content|logic|imports|lines)\b.*(\.\.\.|…|here|unchanged|same|above|below|$)`,
    String.raw`\b(unchanged|omitted|same as (before|above|the original)|stays? the same|remains? the same|for brevity)\b`,
    String.raw`\byour code( goes)? here\b`,
  ].join("|"),
  "i",
);
const ONLY_DOTS = /^\s*(\/\/|#|\/\*|<!--|--|;)\s*(\.{3,}|…)\s*(\*\/|-->)?\s*$/;

/** The first line of `after` that stands for code left out ("rest of the code unchanged") and was not in `before`; undefined when there is none. */
export function placeholderLine(before: string, after: string): string | undefined {
  const known = new Set(before.split("\n").map((line) => line.trim()));
  return after
    .split("\n")
    .map((line) => line.trim())
    .find((line) => !known.has(line) && isPlaceholder(line));
}

function isPlaceholder(line: string): boolean {
  if (line.length > 120) return false;
  return ONLY_DOTS.test(line) || (COMMENT_START.test(line) && STANDS_FOR_CODE.test(line));
}
