const QUESTION =
  /^\s*(what|why|how|who|where|when|which|explain|describe|summari[sz]e|tell me|show me|is|are|does|do|can you explain)\b/i;
const CHANGE =
  /\b(fix|repair|implement|add|write|create|change|rename|set|refactor|remove|delete|replace|update|make|solve|complete|convert|move|extract|improve|correct|finish|build)\b/i;
const NON_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const FAILING =
  /\b(tests?|specs?|suite|ci)\b[^.!?\n]{0,40}\b(fail\w*|broken|red|error\w*|pass|green)\b|\bfail\w*\b[^.!?\n]{0,40}\b(tests?|specs?)\b/i;

/** The text without paths and file names, whose words say nothing of what is wanted ("explain add.js"). */
function withoutPaths(text: string): string {
  return text.replace(/\S*(?:\/\S+|\w\.[a-z]\w*)/gi, " ");
}

/** Whether the request asks for files to change; where the language can't be told, it may. */
export function asksForChange(request: string): boolean {
  const text = withoutPaths(request);
  if (CHANGE.test(text) && !(QUESTION.test(text) && /\?\s*$/.test(text))) return true;
  return speaksOfFailingTests(text) || (!QUESTION.test(text) && NON_LATIN.test(text));
}

/** Whether the request is about tests that fail. */
export function speaksOfFailingTests(text: string): boolean {
  return FAILING.test(text);
}

/** Whether the person asks for tests themselves to be written or changed. */
export function asksForTests(text: string): boolean {
  return /\b(write|add|create|extend|update|change|rewrite)\b\s+(?:(?:a|an|the|some|more|unit|new|missing|regression|integration|of|for|this|these|my|our|its)\s+){0,4}(tests?|specs?|test (?:cases?|files?|suite))\b(?!\s*(?:fail|are|is))/i.test(
    text,
  );
}
