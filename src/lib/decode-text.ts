/** Bytes as exact text, byte order mark and line ends kept; or what kind of thing they are when they are no text. */
export type Decoded =
  | { readonly text: string; readonly encoding: "utf-8" | "latin1" }
  | { readonly text: null; readonly kind: string };

/** First bytes of common formats, as Latin-1. */
const SIGNATURES: readonly (readonly [start: string, kind: string])[] = [
  ["\x89PNG", "a PNG image"],
  ["\xFF\xD8\xFF", "a JPEG image"],
  ["GIF8", "a GIF image"],
  ["%PDF", "a PDF document"],
  ["PK\x03\x04", "a ZIP archive"],
  ["\x1F\x8B", "a gzip archive"],
  ["\x7FELF", "a program"],
  ["\xFF\xFE", "UTF-16 text"],
  ["\xFE\xFF", "UTF-16 text"],
];

/** Decodes a file: UTF-8, else Latin-1 (which any bytes are) unless it looks binary: a zero byte near the start, or many control characters. */
export function decodeText(bytes: Buffer): Decoded {
  const start = bytes.subarray(0, 8_192).toString("latin1");
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return { text: null, kind: "a WebP image" };
  const signature = SIGNATURES.find(([signs]) => start.startsWith(signs));
  if (signature) return { text: null, kind: signature[1] };
  if (start.includes("\0")) return { text: null, kind: "a binary file" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), encoding: "utf-8" };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const controls = start.match(/[^\P{Cc}\t\n\v\f\r]/gu)?.length ?? 0;
  if (controls > start.length * 0.05) return { text: null, kind: "a binary file" };
  return { text: bytes.toString("latin1"), encoding: "latin1" };
}
