// npm run record-replies -- OUT BASE_URL NAME: saves what a real model answers to Whippet's own requests, raw, as test data.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { interruptSignal } from "./interrupt-signal.ts";
import { runProgram } from "./run-program.ts";
import { builtProgram, root } from "./run-sample.ts";

/** Wishes of several kinds, so that calls, file blocks, explanations and refusals come out. */
const WISHES: readonly (readonly [name: string, wish: string])[] = [
  ["explain", "What does this project do? Explain src/cart.js."],
  ["example", "Show me with an example how to use the cart in my own code. Change nothing."],
  ["find", "Where is the discount computed? Search for it."],
  ["run", "Run the tests and tell me which one fails."],
  ["list", "Which files are in the test folder?"],
  ["fix", "The tests fail: find the bug in src/cart.js and fix it."],
  ["new-file", "Create src/greet.js with a function greet(name) that returns Hello and the name."],
  ["readme", "Write a README.md with a usage example in a code block."],
  ["two-files", "Rename the function total to sum everywhere."],
  ["format", "In which JSON format do you call your tools? Quote one example, do not run it."],
  ["hello", "hello"],
  ["german", "Erkläre kurz, was der Warenkorb macht, und zeige die wichtigste Zeile."],
];

async function main([out, baseUrl, model, ...rest]: string[]): Promise<number> {
  const program = builtProgram();
  if (!out || !baseUrl || !model || rest.length > 0 || !program) {
    console.error("Usage: npm run build && npm run record-replies -- OUT BASE_URL|embedded NAME_OF_MODEL");
    return 2;
  }
  mkdirSync(out, { recursive: true });
  const interrupt = interruptSignal();
  for (const [name, wish] of WISHES) {
    if (interrupt.aborted) return 1;
    const prefix = join(out, `${model}-${baseUrl === "embedded" ? "embedded" : "server"}-${name}`);
    const folder = mkdtempSync(join(tmpdir(), "whippet-record-"));
    cpSync(join(root, "examples/broken-cart"), folder, { recursive: true });
    const shared = ["-p", wish, "--json", "--cwd", folder, "--max-steps", "2", "--attempts", "1", "--seed", "1"];
    const count =
      baseUrl === "embedded"
        ? await recordEvents(prefix, [...shared, "--embedded", "--model", model], program, interrupt)
        : await recordBytes(prefix, shared, { program, baseUrl, interrupt });
    console.log(`${name}: ${count} replies`);
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

type Target = { readonly program: string; readonly baseUrl: string; readonly interrupt: AbortSignal };

/** The answers' bytes as the server sent them, a file each. */
async function recordBytes(prefix: string, args: readonly string[], target: Target): Promise<number> {
  let count = 0;
  const server = createServer(async (message, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of message) pieces.push(piece as Buffer);
    const isQuestion = message.url === "/v1/chat/completions";
    const { statusCode, headers, body } = await request(target.baseUrl + message.url, {
      method: message.method === "POST" ? "POST" : "GET",
      headers: { "content-type": "application/json" },
      ...(pieces.length > 0 ? { body: Buffer.concat(pieces) } : {}),
      ...{ headersTimeout: 0, bodyTimeout: 0 },
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (isQuestion) writeFileSync(`${prefix}-${++count}.sse`, bytes);
    response.writeHead(statusCode, { "content-type": String(headers["content-type"] ?? "application/json") });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { program, interrupt } = target;
  await runProgram({ program, args: [...args, "--base-url", url], stderr: "inherit", interrupt });
  server.close();
  server.closeAllConnections();
  return count;
}

/** The pieces of text as the engine gave them, one file of JSON lines for each reply. */
async function recordEvents(
  prefix: string,
  args: readonly string[],
  program: string,
  interrupt: AbortSignal,
): Promise<number> {
  const lines: string[] = [];
  await runProgram({ program, args, stderr: "inherit", interrupt, onLine: (line) => lines.push(line) });
  const replies = lines.flatMap((line) =>
    line.includes('"type":"reply"') ? [JSON.parse(line).entry.raw as string] : [],
  );
  for (const [index, raw] of replies.entries()) writeFileSync(`${prefix}-${index + 1}.txt`, raw);
  return replies.length;
}

process.exitCode = await main(process.argv.slice(2));
