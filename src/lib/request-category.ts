const VERBS =
  "fix|repair|implement|add|write|create|change|rename|set|refactor|remove|delete|replace|update|make|solve|complete|convert|move|extract|improve|correct|finish|build";
const CHANGE = new RegExp(`\\b(?:${VERBS})\\b`, "i");
/** A wish for a change behind a question: "why does it fail? fix it", "explain the bug and fix it". */
const THEN_CHANGE = new RegExp(`(?:\\b(?:and|then)\\s+|[.;,:?!\\n]\\s*)(?:please\\s+|then\\s+)*(?:${VERBS})\\b`, "i");
const QUESTION =
  /^\s*(?:please\s+)?(?:what|why|how|who|where|when|which|explain|describe|summari[sz]e|review|tell me|show|list|is|are|was|were|does|do|did|has|have|should)\b/i;
const NON_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const FAILING =
  /\b(?:tests?|specs|suite)\b[^.!?\n]{0,40}\b(?:fail\w*|broken|red|pass|green)\b|\bfail\w*\b[^.!?\n]{0,40}\b(?:tests?|specs?)\b/i;
/** Characters of a request that are looked at: who wants a change says so at the beginning, and patterns stay quick. */
const LOOKED_AT = 4_000;

/** The text without paths and file names, whose words say nothing of what is wanted ("explain add.js"). */
function withoutPaths(text: string): string {
  return text.slice(0, LOOKED_AT).replace(/\S*(?:\/\S+|\w\.[a-z]\w*)/gi, " ");
}

/** Whether the request asks for files to change; where the language can't be told, it may. */
export function asksForChange(request: string): boolean {
  const text = withoutPaths(request);
  if (QUESTION.test(text)) return THEN_CHANGE.test(text);
  return CHANGE.test(text) || speaksOfFailingTests(text) || NON_LATIN.test(text);
}

/** Whether the request is about tests that fail. */
export function speaksOfFailingTests(text: string): boolean {
  return FAILING.test(text.slice(0, LOOKED_AT));
}

/** Whether names may go: the request renames, removes or moves something. */
export function asksToRename(text: string): boolean {
  return /\b(renam\w*|remov\w*|delet\w*|drop|replace|extract|move|split|inline)\b/i.test(withoutPaths(text));
}

/** Whether the person asks for tests themselves to be written or changed. */
export function asksForTests(text: string): boolean {
  const wish = text.slice(0, LOOKED_AT).replace(/\b(?:not|never|without|instead of|n't)\s+\w+|\w+n['’]t\s+\w+/gi, " ");
  return /\b(write|add|create|extend|update|change|rewrite)\b\s+(?:(?:a|an|the|some|more|unit|new|missing|regression|integration|of|for|this|these|my|our|its)\s+){0,4}(tests?|specs?|test (?:cases?|files?|suite))\b(?!\s*(?:fail|are|is))/i.test(
    wish,
  );
}
