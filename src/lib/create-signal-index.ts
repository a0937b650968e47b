import { plainText } from "./plain-text.ts";
import { SIGNALS, type Signal, type SignalWeights, type Vocabulary } from "./request-signals.ts";

/** A phrase found among words: where, how many words it is long, and what it speaks for. */
export type SignalMatch = { readonly at: number; readonly length: number; readonly weights: SignalWeights };

export type SignalIndex = {
  /** The signals among words, the longest phrase at each place, misspelt words included. */
  matchWords(words: readonly string[]): readonly SignalMatch[];
  /** The signals in a text without blanks between its words. */
  matchScript(text: string): readonly SignalWeights[];
};

const LONGEST_PHRASE = 6;
const SHORTEST_STEM = 3;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

type Tables = Readonly<Record<"phrases" | "stems" | "scripts" | "misspelt", Map<string, SignalWeights>>>;

/** Makes vocabularies ready to be looked up; where a phrase stands in several the first counts. */
export function createSignalIndex(
  marks: Readonly<Record<string, SignalWeights>>,
  vocabularies: readonly Vocabulary[],
): SignalIndex {
  const tables: Tables = {
    phrases: new Map(Object.entries(marks)),
    stems: new Map(),
    scripts: new Map(),
    misspelt: new Map(),
  };
  for (const [signal, list] of vocabularies.flatMap((vocabulary) => Object.entries(vocabulary))) {
    for (const phrase of list.split(",")) enter(tables, phrase, SIGNALS[signal as Signal]);
  }
  const longest = Math.max(0, ...[...tables.scripts.keys()].map((phrase) => phrase.length));
  return {
    matchWords(words) {
      const found: SignalMatch[] = [];
      for (let at = 0; at < words.length; ) {
        const match = phraseAt(words, at, tables) ?? wordAt(words, at, tables);
        if (match) found.push(match);
        at += match?.length ?? 1;
      }
      return found;
    },
    matchScript(text) {
      const found: SignalWeights[] = [];
      for (let at = 0; at < text.length; ) {
        const length = longestAt(text, at, longest, tables);
        const weights = tables.scripts.get(text.slice(at, at + length));
        if (weights) found.push(weights);
        at += Math.max(1, length);
      }
      return found;
    },
  };
}

function enter({ phrases, stems, scripts, misspelt }: Tables, phrase: string, weights: SignalWeights): void {
  if (CJK.test(phrase)) {
    add(scripts, phrase.normalize("NFKC"), weights);
    return;
  }
  const isStem = phrase.endsWith("*");
  const plain = plainText(isStem ? phrase.slice(0, -1) : phrase).toLowerCase();
  add(isStem ? stems : phrases, plain, weights);
  if (/^[a-z]{4,}$/.test(plain)) for (const key of misspeltKeys(plain)) add(misspelt, key, weights);
}

function add(map: Map<string, SignalWeights>, key: string, weights: SignalWeights): void {
  if (!map.has(key)) map.set(key, weights);
}

function phraseAt(words: readonly string[], at: number, { phrases }: Tables): SignalMatch | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length -= 1) {
    const weights = phrases.get(words.slice(at, at + length).join(" "));
    if (weights) return { at, length, weights };
  }
  return undefined;
}

function wordAt(words: readonly string[], at: number, { stems, misspelt }: Tables): SignalMatch | undefined {
  const word = words[at] ?? "";
  const limit = Math.min(word.length, 20);
  for (let length = limit; length >= SHORTEST_STEM; length -= 1) {
    const weights = stems.get(word.slice(0, length));
    if (weights) return { at, length: 1, weights };
  }
  if (!/^[a-z]{4,20}$/.test(word)) return undefined;
  const key = misspeltKeys(word, true).find((spelling) => misspelt.has(spelling));
  const weights = key === undefined ? undefined : misspelt.get(key);
  return weights && { at, length: 1, weights };
}

/**
 * What a word shares with its misspellings: letters swapped, one wrong, one missing, one too many. Only with the same
 * first letter, and short words only swapped, or other words of the language would be taken for misspellings.
 */
function misspeltKeys(word: string, isWritten = false): readonly string[] {
  const swapped = `~${word.charAt(0)}${[...word.slice(1)].sort().join("")}`;
  if (word.length < 6) return [swapped];
  const lost = [...word.slice(1)].map((_, index) => word.slice(0, index + 1) + word.slice(index + 2));
  const [own, other] = isWritten ? ["<", ">"] : [">", "<"];
  return [swapped, `${own}${word}`, ...lost.flatMap((rest, index) => [`${other}${rest}`, `${index}${rest}`])];
}

function longestAt(text: string, at: number, longest: number, { scripts }: Tables): number {
  for (let length = Math.min(longest, text.length - at); length > 0; length -= 1) {
    if (scripts.has(text.slice(at, at + length))) return length;
  }
  return 0;
}
