import { requestHead } from "./request-head.ts";

const NEGATED = /\b(?:not|never|without|instead of|n't)\s+\w+|\w+n['’]t\s+\w+/gi;
const WISH =
  /\b(write|add|create|extend|update|change|rewrite)\b\s+(?:(?:a|an|the|some|more|unit|new|missing|regression|integration|of|for|this|these|my|our|its)\s+){0,4}(tests?|specs?|test (?:cases?|files?|suite))\b(?!\s*(?:fail|are|is))/i;

/** Whether a request asks for tests themselves to be written or changed. */
export function asksForTests(request: string): boolean {
  return WISH.test(requestHead(request).replace(NEGATED, " "));
}
