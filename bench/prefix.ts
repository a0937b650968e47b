// npm run bench:prefix: tokens of the part of every request that never changes, by the tokenizer of a real model.
import { chooseProvider } from "../src/app/choose-provider.ts";
import { requestPrefix } from "../src/app/request-prefix.ts";
import { loadEnvironment } from "../src/config/load.ts";
import { UserError } from "../src/lib/user-error.ts";
import { interruptSignal } from "./interrupt-signal.ts";
import { judgePrefix, measurePrefix } from "./prefix-figures.ts";
import { root } from "./run-sample.ts";
import { takeOption } from "./take-option.ts";

const USAGE = `Usage: npm run bench:prefix -- [--base-url URL] [--model NAME]
  Uses the llama.cpp server named or found, else the embedded engine with a model that lies on the disk.`;

async function main(args: string[], signal: AbortSignal): Promise<number> {
  const baseUrl = takeOption(args, "base-url");
  const model = takeOption(args, "model");
  if (args.length > 0) {
    console.log(USAGE);
    return args[0] === "--help" ? 0 : 2;
  }
  const options = {
    cwd: root,
    environment: loadEnvironment(),
    ...(baseUrl ? { baseUrl } : {}),
    ...(model ? { model } : {}),
    download: false,
  };
  const provider = await chooseProvider(options, signal);
  try {
    const facts = await provider.facts(signal);
    const prefix = requestPrefix(root);
    const figures = await measurePrefix((request) => provider.count(request, signal), prefix);
    if (!figures) return missing(`${facts.server} does not count tokens.`);
    if (!facts.tools || figures.tools < 1) return missing(`The chat template of ${facts.model} knows no tools.`);
    console.log(`the prefix in tokens of ${facts.model} on ${facts.server}`);
    console.log(`  system text        ${String(figures.system).padStart(5)}`);
    console.log(`  ${prefix.tools.length} tools            ${String(figures.tools).padStart(5)}`);
    console.log(`  template around    ${String(figures.template).padStart(5)}  (with the frame of the first message)`);
    const { line, exitCode } = judgePrefix(figures, prefix.tools.length);
    console.log(line);
    return exitCode;
  } finally {
    await provider.close();
  }
}

function missing(what: string): 2 {
  console.error(`no measurement: ${what}\nIt needs a running llama-server (--base-url URL), or a model on the disk.`);
  return 2;
}

const interrupt = interruptSignal();
process.exitCode = await main(process.argv.slice(2), interrupt).catch((error: Error) => {
  if (interrupt.aborted) return Number(interrupt.reason);
  return missing(error instanceof UserError ? `${error.message}\n  ${error.hint}` : error.message);
});
