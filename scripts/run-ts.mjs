// Runs one TypeScript file with Node versions that can't: node scripts/run-ts.mjs FILE [ARGUMENT…]
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build, bundleOptions } from "./build.mjs";
import { root, runScript } from "./ensure-installed.mjs";

await runScript(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file || !existsSync(resolve(file))) {
    console.error(`no such file: ${file ?? "(none given)"}\nUsage: node scripts/run-ts.mjs FILE [ARGUMENT…]`);
    process.exitCode = 2;
    return;
  }
  await build();
  // In `dist/`, so that paths from `import.meta.url` (the engine's process) are those of the program itself.
  const outfile = join(root, "dist", `.run-${basename(file, ".ts")}-${process.pid}.mjs`);
  const { build: bundle } = await import("esbuild");
  await bundle({
    ...bundleOptions(),
    entryPoints: [resolve(file)],
    outfile,
    packages: "external",
    sourcemap: "inline",
  });
  run(outfile, args);
});

/**
 * Runs the bundled file as this process would, then removes it.
 * @param {string} file
 * @param {string[]} args
 */
function run(file, args) {
  const child = spawn(process.execPath, ["--enable-source-maps", file, ...args], { stdio: "inherit" });
  // The terminal sends Ctrl-C to both; this process waits, so that the child's way of ending decides.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGHUP"));
  child.on("exit", (code, signal) => {
    rmSync(file, { force: true });
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
  });
}
