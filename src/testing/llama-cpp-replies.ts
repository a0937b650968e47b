import type { Recording, Routes } from "./replay-server.ts";

/** What llama.cpp's server tells of itself, cut to what is read of it; a window in tokens. */
export function llamaCppRoutes(
  replies: readonly Recording[],
  options: { readonly window?: number; readonly model?: string } = {},
): Routes {
  const { window = 16_384, model = "fake-coder-1.5b" } = options;
  const json = (value: unknown): Recording => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  });
  return {
    "GET /health": json({ status: "ok" }),
    "GET /props": json({
      default_generation_settings: { n_ctx: window },
      total_slots: 1,
      model_alias: model,
      model_path: `/models/${model}.gguf`,
      chat_template: "{% if tools %}{{ tools }}{% endif %}",
      build_info: "b0-replay",
    }),
    "GET /v1/models": json({
      object: "list",
      data: [{ id: model, object: "model", owned_by: "llamacpp", meta: { n_params: 1.5e9 } }],
    }),
    "POST /v1/chat/completions": replies,
  };
}

/** A streamed reply of text in llama.cpp's form, a few characters an event, with its closing figures. */
export function llamaCppReply(text: string, finish: "stop" | "length" = "stop"): Recording {
  const chunk = (choice: object, rest: object = {}): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, finish_reason: null, ...choice }], object: "chat.completion.chunk", ...rest })}\n\n`;
  const pieces = text.match(/[\s\S]{1,5}/g) ?? [];
  const timings = { cache_n: 90, prompt_n: 10, prompt_ms: 20, predicted_n: pieces.length, predicted_ms: 50 };
  const body = [
    chunk({ delta: { role: "assistant", content: null } }),
    ...pieces.map((content) => chunk({ delta: { content } })),
    chunk({ delta: {}, finish_reason: finish }, { timings }),
    "data: [DONE]\n\n",
  ];
  return { headers: { "content-type": "text/event-stream" }, body: body.join("") };
}
