import { createSignalIndex } from "./create-signal-index.ts";
import { MARKS, REQUEST_CATEGORIES, type RequestCategory, type SignalWeights } from "./request-signals.ts";
import { requestWords } from "./request-words.ts";
import { CHINESE, JAPANESE, KOREAN } from "./request-words-asian.ts";
import { ENGLISH } from "./request-words-english.ts";
import { DUTCH, GERMAN } from "./request-words-germanic.ts";
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from "./request-words-romance.ts";
import { POLISH, RUSSIAN } from "./request-words-slavic.ts";

const EUROPEAN = [ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, ITALIAN, DUTCH, RUSSIAN, POLISH];
const INDEX = createSignalIndex(MARKS, [...EUROPEAN, CHINESE, JAPANESE, KOREAN]);

/** Words that turn the next one into its opposite: what shall not be done is not asked for. */
const NEGATIONS = new Set([
  "dont",
  "not",
  "never",
  "without",
  "nicht",
  "sin",
  "nunca",
  "sans",
  "nao",
  "sem",
  "senza",
  "не",
  "nie",
]);
/** What an order may follow: "why does it fail? fix it", "explain the bug and fix it". */
const LEADS = new Set([
  "§next",
  "and",
  "then",
  "please",
  "und",
  "dann",
  "bitte",
  "y",
  "luego",
  "et",
  "puis",
  "e",
  "poi",
  "и",
  "i",
]);

const ORDER: SignalWeights = MARKS["§order"] ?? {};
/** Verbs that order a change speak for code and write together by no less. */
const LEAST_ORDER = 3;

/** Who wants something says so in the first and last words; in a long text, what lies between describes it and counts by this share. */
const ENDS = 25;
const MIDDLE = 0.4;

/** How much a request speaks for each category; each kind of sign counts once, however often it stands there. */
export function categoryScores(request: string): ReadonlyMap<RequestCategory, number> {
  const { words, scripts } = requestWords(request);
  const isLong = words.length > 2 * ENDS;
  const found = new Map<SignalWeights, number>(scripts.flatMap(INDEX.matchScript).map((weights) => [weights, 1]));
  for (const { at, weights } of INDEX.matchWords(words)) {
    const before = words[at - 1] ?? "";
    if (NEGATIONS.has(before)) continue;
    const isLed = LEADS.has(before) || (isLong && at === 0);
    if (isLed && (weights.code ?? 0) + (weights.write ?? 0) >= LEAST_ORDER) found.set(ORDER, 1);
    const share = at < ENDS || at >= words.length - ENDS ? 1 : MIDDLE;
    found.set(weights, Math.max(share, found.get(weights) ?? 0));
  }
  const total = (category: RequestCategory): number =>
    [...found].reduce((sum, [weights, share]) => sum + share * (weights[category] ?? 0), 0);
  return new Map(REQUEST_CATEGORIES.map((category) => [category, total(category)]));
}
