// npm run try: Whippet fixes the bug of a small project, and the project's own tests say whether it did.
import { interruptSignal } from "./interrupt-signal.ts";
import { builtProgram, SAMPLES } from "./run-sample.ts";
import { takeFlag, takeOption } from "./take-option.ts";
import { trySample } from "./try-sample.ts";

const USAGE = `Usage: npm run try -- [--sample NAME] [--keep] [OPTION OF WHIPPET …]
  --sample NAME  one of ${SAMPLES.join(", ")}; default ${SAMPLES[0]}
  --keep         leave the folder in which Whippet worked
  Others go to whippet -p: --model NAME, --seed N, --base-url URL …`;

async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const sample = takeOption(args, "sample") ?? SAMPLES[0];
  const keep = takeFlag(args, "keep");
  const program = builtProgram();
  if (!program || !SAMPLES.some((name) => name === sample)) {
    console.error(program ? `no sample is called ${sample}\n${USAGE}` : "dist/whippet.js was not built: npm run build");
    return 2;
  }
  const interrupt = interruptSignal();
  return await trySample({ sample, program, args, stderr: "inherit", interrupt, keep }, console.log);
}

process.exitCode = await main(process.argv.slice(2));
