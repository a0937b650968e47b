import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} path */
const modifiedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Installs the locked packages when they are missing or older than the lock; throws when that fails. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Whippet needs Node 20.19 or newer; this is ${process.version}. Get one from https://nodejs.org`);
  }
  // npm writes this file last, so that an interrupted install counts as missing.
  const installed = modifiedMs(join(root, "node_modules/.package-lock.json"));
  if (installed >= modifiedMs(join(root, "package-lock.json"))) return;
  console.error("installing packages: npm ci");
  // Standard output belongs to the script that asked for this.
  const { status, error } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--include=dev"], {
    cwd: root,
    stdio: ["ignore", 2, "inherit"],
  });
  if (status === 0) return;
  throw new Error(`npm ci failed${error ? `: ${error.message}` : ""}. Check the network, then run again.`);
}

/**
 * Runs a script's main function; what it throws becomes one line and exit code 1.
 * @param {() => unknown} main
 */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(ensureInstalled);
