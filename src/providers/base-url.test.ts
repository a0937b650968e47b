import { expect, test } from "vitest";
import { parseBaseUrl } from "./base-url.ts";

test.each([
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
  ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080"],
  [" http://127.0.0.1:8080/v1/// ", "http://127.0.0.1:8080"],
  ["http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080"],
  ["localhost:1234", "http://localhost:1234"],
  ["[::1]:1234/v1", "http://[::1]:1234"],
  ["HTTPS://openrouter.ai/api/v1/", "https://openrouter.ai/api"],
  ["http://box/proxy/v1/models", "http://box/proxy"],
])("%s", (text, root) => {
  expect(parseBaseUrl(text).root).toBe(root);
});

test("a login reaches the server, not the screen", () => {
  const { root, shown } = parseBaseUrl("http://me:secret@box:8080/v1");
  expect(root).toBe("http://me:secret@box:8080");
  expect(shown).toBe("http://box:8080");
});

test.each(["127.0.0.1", "127.8.9.1", "localhost", "llm.localhost", "[::1]"])("%s is this machine", (host) => {
  expect(parseBaseUrl(`http://${host}:1`).loopback).toBe(true);
});

test.each(["192.168.0.9", "localhost.example.com", "127.example.com", "[::2]"])("%s is not this machine", (host) => {
  expect(parseBaseUrl(`http://${host}:1`).loopback).toBe(false);
});

test.each(["", "http://", "ftp://box", "file:///etc/passwd", "http://a b"])(
  "%j is refused with exit code 2",
  (text) => {
    expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: "bad-base-url", exitCode: 2 }));
  },
);
