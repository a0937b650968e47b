import { AFFIRMATION_FILLERS, AFFIRMATION_SIGNS, AFFIRMATIONS, REFUSAL_SIGNS } from "./affirmation-words.ts";
import { plainText } from "./plain-text.ts";

/** Whoever says more than this says more than yes; in characters. */
const LONGEST = 80;
/** Skin tones, and the marks that make a sign an emoji or a flag of it. */
const SIGN_MARKS = /[\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f\u200d]/gu;
const PLUS_ONE = /(?<!\S)\+1(?!\S)/g;
const SMILEY = /[:;=]['-]?[)DP]+/g;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const CORE = phrases(AFFIRMATIONS);
const FILLERS = phrases(AFFIRMATION_FILLERS);
const LONGEST_PHRASE = Math.max(...[...CORE, ...FILLERS].map((phrase) => phrase.length));

/**
 * Whether a message says nothing but "yes" or "go on", in words of many languages or signs, with any punctuation but a
 * question mark. "ok but first explain" says more and is none.
 */
export function isAffirmation(message: string): boolean {
  if (message.length > LONGEST || /[?？؟]/.test(message)) return false;
  const bare = message.replace(SIGN_MARKS, "");
  const signs = [...bare.replace(PLUS_ONE, "👍")];
  if (signs.some((sign) => REFUSAL_SIGNS.includes(sign))) return false;
  const hasSign = signs.some((sign) => AFFIRMATION_SIGNS.includes(sign));
  return isMadeOfPhrases(plainPhrase(bare.replace(PLUS_ONE, " ").replace(SMILEY, " ")), hasSign);
}

/** Whether a text is affirmations and fillers and nothing else, with at least one affirmation, or a sign of one beside it. */
function isMadeOfPhrases(text: string, hasSign: boolean): boolean {
  // Up to where phrases cover the text, and whether an affirmation is among them.
  const covered = new Map([[0, hasSign]]);
  for (let at = 0; at < text.length; at += 1) {
    const isAffirmed = covered.get(at);
    if (isAffirmed === undefined) continue;
    for (const [phrase, end] of phrasesAt(text, at)) {
      covered.set(end, isAffirmed || CORE.has(phrase) || covered.get(end) === true);
    }
  }
  return covered.get(text.length) === true;
}

/** The phrases that begin at a place, each with the place where the next one would. */
function phrasesAt(text: string, at: number): [phrase: string, end: number][] {
  const found: [string, number][] = [];
  for (let end = at + 1; end <= Math.min(text.length, at + LONGEST_PHRASE); end += 1) {
    const phrase = text.slice(at, end);
    const isKnown = CORE.has(phrase) || FILLERS.has(phrase);
    if (isKnown && endsWord(text, end)) found.push([phrase, text.charAt(end) === " " ? end + 1 : end]);
  }
  return found;
}

/** Between letters of languages without blanks a word may end anywhere. */
function endsWord(text: string, at: number): boolean {
  const next = text.charAt(at);
  return next === "" || next === " " || CJK.test(text.charAt(at - 1)) || CJK.test(next);
}

function phrases(lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(",")).map(plainPhrase));
}

/** Small letters without accents and punctuation, words one blank apart, letters drawn out for emphasis only once. */
function plainPhrase(text: string): string {
  return plainText(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .replace(/(\p{L})\1{2,}/gu, "$1")
    .trim();
}
