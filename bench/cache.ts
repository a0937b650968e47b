// npm run bench:cache: what a real llama-server has to read again in a conversation of 20 steps.
import { findServer } from "../src/app/find-server.ts";
import { loadEnvironment } from "../src/config/load.ts";
import { UserError } from "../src/lib/user-error.ts";
import { MESSAGES, REPLIES } from "./cache-conversation.ts";
import { type CacheStep, cacheSteps, judgeCache } from "./cache-figures.ts";
import { interruptSignal } from "./interrupt-signal.ts";
import { type ConversationStep, runConversation } from "./run-conversation.ts";
import { takeOption } from "./take-option.ts";

const USAGE = `Usage: npm run bench:cache -- [--base-url URL] [--model NAME]
  Uses the llama.cpp server named or found; window 16,384 or more.`;

async function main(args: string[], interrupt: AbortSignal): Promise<number> {
  const baseUrl = takeOption(args, "base-url");
  const wanted = takeOption(args, "model");
  if (args.length > 0) {
    console.log(USAGE);
    return args[0] === "--help" ? 0 : 2;
  }
  const found = baseUrl === undefined ? await findServer(wanted, interrupt) : undefined;
  const target = baseUrl === undefined ? found?.origin : toRoot(baseUrl);
  if (target === undefined) return missing(whyNoTarget(baseUrl, wanted));
  const { apiKey, ...surroundings } = loadEnvironment();
  const model = found?.model ?? wanted;
  const { facts, steps, epochs } = await runConversation({
    target,
    // A key goes only where the person said so.
    environment: { ...surroundings, ...(baseUrl && apiKey ? { apiKey } : {}) },
    ...(model ? { model } : {}),
    messages: MESSAGES,
    replies: REPLIES,
    interrupt,
  });
  const figures = cacheSteps(steps.map((step) => step.usage));
  if (!figures) return missing(`${facts.server} does not tell how many tokens it evaluated.`);
  console.log(`${steps.length} scripted steps, tokens of ${facts.model} on ${facts.server}, window ${facts.window}`);
  for (const line of toTable(steps, figures)) console.log(line);
  if (epochs.length > 0) console.log(`epochs that began: ${epochs.join(", ")}`);
  console.log("Step 1 is in neither sum: what the server still held from before is chance.");
  const { line, exitCode } = judgeCache(figures);
  console.log(line);
  return exitCode;
}

function toTable(steps: readonly ConversationStep[], figures: readonly CacheStep[]): string[] {
  const row = (cells: readonly (string | number)[], form: string, added: string): string =>
    `${cells.map((cell) => String(cell).padStart(11)).join("")}  ${form.padEnd(12)}  ${added}`.trimEnd();
  return [
    row(["step", "sent", "cached", "evaluated", "new"], "reply", "added by the program"),
    ...steps.map(({ form, added }, index) => {
      const { sent = 0, cached = 0, evaluated = 0, fresh = 0 } = figures[index] ?? {};
      return row([index + 1, sent, cached, evaluated, fresh], form, added.join(", "));
    }),
  ];
}

/** A server's address without `/v1` and slashes at its end. */
function toRoot(baseUrl: string): string | undefined {
  const url = baseUrl.includes("://") ? baseUrl : `http://${baseUrl}`;
  return URL.canParse(url) ? url.replace(/\/+$/, "").replace(/\/v1$/, "") : undefined;
}

function whyNoTarget(baseUrl: string | undefined, model: string | undefined): string {
  if (baseUrl !== undefined) return `"${baseUrl}" is no address.`;
  return model === undefined ? "No server was found." : `No server that offers "${model}" was found.`;
}

function missing(what: string): 2 {
  console.error(`no measurement: ${what}\nIt needs a running llama-server: llama-server -m MODEL.gguf -c 16384`);
  return 2;
}

const interrupt = interruptSignal();
process.exitCode = await main(process.argv.slice(2), interrupt).catch((error: Error) => {
  if (interrupt.aborted) return Number(interrupt.reason);
  return missing(error instanceof UserError ? `${error.message}\n  ${error.hint}` : error.message);
});
