import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

test("UTF-8 keeps every byte: mark, CRLF, no final line end", () => {
  const bytes = Buffer.from("\uFEFFä\r\nb");
  const decoded = decodeText(bytes);
  expect(decoded).toEqual({ text: "\uFEFFä\r\nb", encoding: "utf-8" });
  expect(Buffer.from(decoded.text ?? "")).toEqual(bytes);
});

test("Latin-1 is told apart", () => {
  expect(decodeText(Buffer.from("na\xefve caf\xe9\n", "latin1"))).toEqual({ text: "naïve café\n", encoding: "latin1" });
});

test.each([
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]), "a PNG image"],
  [Buffer.from("RIFF\x01\x02\x03\x04WEBPVP8", "latin1"), "a WebP image"],
  [Buffer.from("text\0text"), "a binary file"],
  [Buffer.from([0xff, 0xfe, 0x61, 0]), "UTF-16 text"],
  [Buffer.from(Array.from({ length: 200 }, (_, index) => (index * 7 + 129) % 256 || 1)), "a binary file"],
])("binary content is named", (bytes, kind) => expect(decodeText(bytes)).toEqual({ text: null, kind }));
