/** Text that is HTML already; only `html` makes it. */
export type Html = { readonly html: string };
type Value = Html | string | number | undefined | readonly Value[];

/** HTML from a template: whatever is put in is escaped, unless it came from here; lists are joined, undefined is nothing. Attributes need their quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: parts.map((part, at) => part + (at < values.length ? written(values[at]) : "")).join("") };
}

function written(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapeHtml(value);
  return "html" in value ? value.html : value.map(written).join("");
}

const NAMED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * Foreign text for HTML text and quoted attributes. What would be invisible or turn the direction of writing is shown: control characters as
 * their pictures (`␛`), directional marks as `⟨U+202E⟩`, halves of characters as `�`.
 */
function escapeHtml(text: string): string {
  return text
    .replace(/\r\n/g, "\n")
    .replace(/[&<>"']|\p{Cs}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\t]/gu, shown);
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code < 0x7f) return NAMED[character] ?? character;
  if (code < 0xa0 || (code >= 0xd800 && code < 0xe000)) return "\ufffd";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
