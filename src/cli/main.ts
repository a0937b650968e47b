#!/usr/bin/env node
// The smallest door: `--version` is answered before anything is loaded.
if (process.argv.length === 3 && ["--version", "-V"].includes(process.argv[2] ?? "")) {
  process.stdout.write(`${WHIPPET_VERSION}\n`);
} else {
  const { runCli } = await import("./run-cli.ts");
  await runCli(process.argv);
}
