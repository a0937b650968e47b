import { addAbortSignal, type Readable } from "node:stream";
import { UserError } from "../lib/user-error.ts";

/** Characters of piped input that go with the request: the cap of a read result. */
const MOST_CHARACTERS = 8_000;
/** After this many milliseconds without an end the person is told what is waited for. */
const NOTICE_AFTER_MS = 1_000;

/** What was piped in, as text to attach, with a notice where it goes on behind the cap; empty at a terminal. Rejects when the signal aborts. */
export async function readPipedInput(
  input: Readable & { readonly isTTY?: boolean },
  notice: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  if (input.isTTY) return "";
  const text = await readUpTo(MOST_CHARACTERS, input, notice, signal);
  const shown = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
  if (shown.trim() === "") return "";
  const cut = text.length > MOST_CHARACTERS ? `\n[cut: only the first ${MOST_CHARACTERS} characters are shown]` : "";
  const fence = fenceAround(shown);
  return `Standard input:\n${fence}\n${shown.trimEnd()}${cut}\n${fence}`;
}

/** The text until it has more characters than `most`: the rest of an input without end is never read. */
async function readUpTo(
  most: number,
  input: Readable,
  notice: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const timer = setTimeout(
    () => notice("reading standard input (end it with Ctrl-D, or start with </dev/null)"),
    NOTICE_AFTER_MS,
  );
  let text = "";
  try {
    for await (const chunk of addAbortSignal(signal, input.setEncoding("utf8"))) {
      text += String(chunk);
      if (text.length > most) break;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new UserError({
      code: "no-standard-input",
      message: `Standard input can't be read: ${error instanceof Error ? error.message : error}.`,
      hint: 'whippet -p "…" </dev/null',
    });
  } finally {
    clearTimeout(timer);
  }
  return text;
}

/** Longer than any run of backticks in the text, so that the text can't end the block. */
function fenceAround(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  return "`".repeat(longest + 1);
}
