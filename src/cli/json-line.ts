/** A value as one line of JSON; also of the control characters that JSON allows (DEL, C1) none reaches a terminal. */
export function jsonLine(value: object): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(value).replace(/[\u007f-\u009f]/g, escaped)}\n`;
}
