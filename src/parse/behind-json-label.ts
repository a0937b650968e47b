/** Where JSON begins behind a label that some servers leave in front of arguments: the fence or the word `json` of DeepSeek's form. */
export function behindJsonLabel(text: string): number {
  return /^\s*(?:```\s*)?json\s*(?=[{[])/.exec(text)?.[0].length ?? 0;
}
