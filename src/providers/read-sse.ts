import { createParser } from "eventsource-parser";
import { ConnectionError } from "./http-transport.ts";

/** One event or one unfinished line may take this many characters; a real one has a few hundred. */
const MAX_EVENT = 4 * 1024 * 1024;

/** `data`: an event's data. `line`: a line that is no server-sent event, such as a bare JSON error. */
export type SsePiece = { readonly type: "data" | "line"; readonly text: string };

/**
 * Server-sent events of a body, one array for each arrival of bytes, empty where no event was completed (a ping, half
 * an event). Broken UTF-8 becomes U+FFFD; an unfinished last event is delivered. Throws a `ConnectionError` above `MAX_EVENT`.
 */
export async function* readSse(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly SsePiece[]> {
  const pieces: SsePiece[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ data }) => pieces.push({ type: "data", text: data }),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded")
        throw new ConnectionError("an event of the stream is larger than 4 MB");
      if (error.line) pieces.push({ type: "line", text: error.line });
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield pieces.splice(0);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield pieces.splice(0);
}
