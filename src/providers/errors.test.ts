import { expect, test } from "vitest";
import { errorTable, toProviderError } from "./errors.ts";
import { quirkOf } from "./quirks.ts";

const llama = quirkOf("llama.cpp");
const explain = (text: string, status = 400, location?: string) =>
  toProviderError({ status, text, location }, llama, "http://box");

const sentences = errorTable.flatMap(({ kind, says }) => says.map((said) => [kind, said] as const));
test.each(sentences)("%s: %s", (kind, said) => {
  const bodies = [
    said,
    JSON.stringify({ error: said }),
    JSON.stringify({ error: { message: said, code: 500 } }),
    JSON.stringify({ message: said }),
  ];
  for (const body of bodies) expect(explain(body)).toMatchObject({ kind, retryable: false });
});

test("llama.cpp's overflow, as recorded, names the sizes and how to enlarge the window", () => {
  const body =
    '{"error":{"code":400,"message":"request (9023 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9023,"n_ctx":8192}}';
  const error = explain(body);
  expect(error).toMatchObject({ kind: "overflow", hint: llama.enlarge });
  expect(error.message).toContain("9023 tokens");
});

test("the model's text is kept whole where llama.cpp quotes it", () => {
  const text = `<tool_call>\n{"name": "write"\n${"x".repeat(5000)}`;
  const error = explain(
    JSON.stringify({ error: { code: 500, message: `Failed to parse input at pos 0: ${text}` } }),
    500,
  );
  expect(error).toMatchObject({ kind: "parse", modelText: text });
  expect(error.message.length).toBeLessThan(500);
});

test("a parse error without a quotation has no model text", () => {
  expect(explain('{"error":"Failed to parse tool call arguments as JSON: x"}', 500)).not.toHaveProperty("modelText");
});

test.each([
  [500, '{"error":{"message":"out of memory"}}', "server", true],
  [502, "<html>Bad Gateway</html>", "server", true],
  [429, "", "server", true],
  [401, '{"error":{"message":"Invalid API Key"}}', "server", false],
  [400, '{"detail":"temperature must be a number"}', "server", false],
  [404, '{"error":{"message":"File Not Found","type":"not_found_error","code":404}}', "not-a-model-server", false],
  [404, "<!doctype html><title>Not here</title>", "not-a-model-server", false],
  [400, "", "not-a-model-server", false],
  [307, "", "not-a-model-server", false],
])("status %i with %j", (status, text, kind, retryable) => {
  expect(explain(text, status)).toMatchObject({ kind, retryable });
});

test("a redirect's target is the next address to try", () => {
  expect(explain("", 301, "https://other/v1").hint).toBe("whippet --base-url https://other/v1");
});

test("hostile bodies: a page that quotes an error, JSON without words, a very long line", () => {
  expect(explain("<p>context size has been exceeded</p>", 404).kind).toBe("not-a-model-server");
  expect(explain('{"error":{"message":null}}', 500).message).toContain('{"error":{"message":null}}');
  expect(explain(`"${"a".repeat(100_000)}"`, 500).message.length).toBeLessThan(500);
  expect(explain("null", 400).kind).toBe("server");
});
