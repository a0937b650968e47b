import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FakeLlamaServer = {
  readonly url: string;
  /** Resolves with `performance.now()` at the next question's arrival, before the answer is sent. */
  nextQuestion(): Promise<number>;
  close(): Promise<void>;
};

const MODEL = "fake-coder-1.5b";
const WINDOW = 16_384;
const PAGES: Readonly<Record<string, unknown>> = {
  "GET /health": { status: "ok" },
  "GET /props": {
    default_generation_settings: { n_ctx: WINDOW },
    total_slots: 1,
    model_alias: MODEL,
    model_path: `/models/${MODEL}.gguf`,
    chat_template: "{% if tools %}{{ tools }}{% endif %}{% for message in messages %}{{ message.content }}{% endfor %}",
    build_info: "b0-fake",
  },
  "GET /v1/models": {
    object: "list",
    data: [
      { id: MODEL, object: "model", owned_by: "llamacpp", meta: { n_ctx_train: 32_768, n_params: 1_500_000_000 } },
    ],
  },
  "POST /apply-template": { prompt: "Hello" },
  "POST /tokenize": { tokens: [1, 2, 3] },
};

/** A server on a free port of 127.0.0.1 that looks like llama.cpp's and answers each question with "Hello." after `answerAfterMs`. */
export async function startFakeLlamaServer(answerAfterMs: number): Promise<FakeLlamaServer> {
  const waiting: ((at: number) => void)[] = [];
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url?.split("?")[0]}`;
    if (name === "POST /v1/chat/completions") {
      for (const resolve of waiting.splice(0)) resolve(performance.now());
      request.resume().on("end", () => setTimeout(() => answer(response), answerAfterMs));
    } else sendPage(request, response, PAGES[name]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextQuestion: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: unknown): void {
  request.resume();
  response.writeHead(page === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(page ?? { error: { code: 404, message: "File Not Found", type: "not_found_error" } }));
}

function answer(response: ServerResponse): void {
  const chunk = (choices: unknown[], more = {}): string =>
    `data: ${JSON.stringify({ object: "chat.completion.chunk", model: MODEL, choices, ...more })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk([{ index: 0, delta: { role: "assistant", content: "Hello." }, finish_reason: null }]));
  response.write(chunk([{ index: 0, delta: {}, finish_reason: "stop" }]));
  const usage = { prompt_tokens: 1200, completion_tokens: 2, total_tokens: 1202 };
  const timings = { cache_n: 0, prompt_n: 1200, prompt_ms: 10, predicted_n: 2, predicted_ms: 10 };
  response.end(`${chunk([], { usage, timings })}data: [DONE]\n\n`);
}
