/** The same letters for the same word: small, without accents, `don't` as `dont`. */
export function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/['’](?=(?:t|s|re|ve|ll|d)\b)/gi, "");
}
