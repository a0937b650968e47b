import { plainText } from "./plain-text.ts";

/** Characters of a request that are looked at, from its beginning and its end. */
const HEAD = 3_000;
const TAIL = 1_000;

const TRACE =
  /\b[A-Z]\w*(?:Error|Exception)\b\s*[:(]|Traceback \(most|^\s*at .{1,200}:\d+|\bpanic:|undefined reference to|Segmentation fault/m;
const TOKEN = /§\w+|[!-~]+|[^\s!-~§]+/g;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const URL = /^https?:\/\//i;
const DOCUMENT =
  /(?:^|[\w-])\.(?:md|txt|rst|json|ya?ml|toml|ini|cfg|csv|html?|log|\w*ignore)$|(?:^|\/)\.\w+$|^(?:readme|changelog|licen[cs]e|authors|notice|contributing|makefile|dockerfile)$/i;
const PATH = /^[\w@~.*-]*\/.*[./]|^[~/]\S|^[\w-]+\.[a-z]\w{0,6}$|^\.[a-z][\w-]+$|^\*\.\w+$/i;
const NAME = /^\w+=\S*$|^\w+\(\)$|^[a-z]+[A-Z]\w*$|^[A-Za-z]+_\w+$|^[A-Za-z_]\w*\.[A-Za-z_]\w*$/;

/** A request's words, small and without accents; `scripts` are stretches of text without blanks between words. */
export type RequestWords = { readonly words: readonly string[]; readonly scripts: readonly string[] };

/**
 * Cuts a request into words. Code blocks are left out, and what is no word is a mark: §path, §doc (a file of text or
 * settings), §name (from code), §flag, §code, §url, §trace (a stack trace), §block, §next (behind a part of a
 * sentence), §question (at the end).
 */
export function requestWords(request: string): RequestWords {
  const text = request.length > HEAD + TAIL ? `${request.slice(0, HEAD)}\n${request.slice(-TAIL)}` : request;
  const marks = [...(TRACE.test(text) ? ["§trace"] : []), ...(/[?？؟]\s*$/.test(text) ? ["§question"] : [])];
  const words: string[] = [];
  const scripts: string[] = [];
  for (const [token] of plainText(withoutCode(withoutLinks(text)))
    .replace(/\n/g, " §next ")
    .matchAll(TOKEN)) {
    if (CJK.test(token)) scripts.push(token.normalize("NFC"));
    else words.push(...readToken(token));
    if (/[.:;!?,]$/.test(token)) words.push("§next");
  }
  return { words: [...words, ...marks], scripts };
}

/** A link is read up on, not gone to, where it explains a word. */
function withoutLinks(text: string): string {
  return text.replace(/^ {0,3}\[[^\]\n]{1,80}\]:[^\n]*$|\]\([^()\s]{1,300}\)/gm, " ");
}

function withoutCode(text: string): string {
  return text
    .split("```")
    .map((part, index) => (index % 2 === 0 ? part : " §block "))
    .join(" ")
    .split("`")
    .map((part, index) => (index % 2 === 0 || part.includes("\n") ? part : inlineCode(part)))
    .join(" ");
}

/** A single name in backticks speaks for itself. */
function inlineCode(code: string): string {
  return /^\S+$/.test(code) ? ` ${code} ` : " §code ";
}

function readToken(token: string): readonly string[] {
  if (token.charCodeAt(0) > 127) return token.startsWith("§") ? [token] : plainWords(token);
  const bare = token
    .replace(/^[("'[<{]+/, "")
    .replace(/[)"'\]>},;:!?.]+$/, (end) => (end.startsWith("()") ? "()" : ""));
  if (URL.test(bare)) return ["§url"];
  if (/^--?[a-z]/i.test(bare)) return ["§flag"];
  if (DOCUMENT.test(bare)) return ["§doc", ...plainWords(bare.replace(/\..*$/, ""))];
  if (PATH.test(bare)) return ["§path"];
  return NAME.test(bare) ? ["§name"] : plainWords(bare);
}

function plainWords(token: string): readonly string[] {
  return token.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
