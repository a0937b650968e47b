/** Characters of piped input that go with the request: the cap of a read result. */
const MOST_CHARACTERS = 8_000;
/** After this many milliseconds without an end the person is told what is waited for. */
const NOTICE_AFTER_MS = 1_000;

/** What was piped in, capped with a notice, as text to attach; empty at a terminal. */
export async function readPipedInput(input: NodeJS.ReadStream, notice: (line: string) => void): Promise<string> {
  if (input.isTTY) return "";
  const timer = setTimeout(
    () => notice("reading standard input (end it with Ctrl-D, or start with </dev/null)"),
    NOTICE_AFTER_MS,
  );
  let text = "";
  let total = 0;
  input.setEncoding("utf8");
  try {
    for await (const chunk of input) {
      total += String(chunk).length;
      if (text.length < MOST_CHARACTERS) text += String(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  if (text.trim() === "") return "";
  const cut = total > MOST_CHARACTERS ? `\n[cut: ${MOST_CHARACTERS} of ${total} characters]` : "";
  return `\n\nStandard input:\n\`\`\`\n${text.slice(0, MOST_CHARACTERS).trimEnd()}${cut}\n\`\`\``;
}
