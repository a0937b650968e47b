// npm run bench:samples: how many of the samples' bugs the model fixes, by the samples' own tests.
import { benchSamples } from "./bench-samples.ts";
import { interruptSignal } from "./interrupt-signal.ts";
import { builtProgram, SAMPLES } from "./run-sample.ts";
import { takeOption } from "./take-option.ts";

const USAGE = `Usage: npm run bench:samples -- [--out FILE] [--seeds N] [OPTION OF WHIPPET …]
  --out FILE  one line of JSON for each run; runs that are there already are not done again
  --seeds N   seeds 1 to N for each sample; default 2
  Others go to whippet -p: --model NAME, --base-url URL …`;

async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const out = takeOption(args, "out");
  const seeds = Number(takeOption(args, "seeds") ?? 2);
  const program = builtProgram();
  if (!program || !Number.isInteger(seeds) || seeds < 1) {
    console.error(
      program ? `--seeds wants a number above 0\n${USAGE}` : "dist/whippet.js was not built: npm run build",
    );
    return 2;
  }
  const options = { program, samples: SAMPLES, seeds: Array.from({ length: seeds }, (_, index) => index + 1), args };
  return await benchSamples(
    { ...options, ...(out ? { out } : {}), stderr: "tee", interrupt: interruptSignal() },
    console.log,
  );
}

process.exitCode = await main(process.argv.slice(2));
