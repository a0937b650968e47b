import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, root, runScript } from "./ensure-installed.mjs";

const ENTRIES = {
  whippet: "src/cli/main.ts",
  "engine-child": "src/providers/embedded/engine-child.ts",
  index: "src/app/create-agent.ts",
};
const ENGINE_LOCK = "src/providers/embedded/engine-lock";

/**
 * What every bundle of this repository has in common: ESM for Node 20, `.md` files as text, packages of CommonJS inside ESM.
 * @returns {import("esbuild").BuildOptions}
 */
export function bundleOptions() {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    loader: { ".md": "text" },
    define: { WHIPPET_VERSION: JSON.stringify(version) },
    banner: {
      js: 'import { createRequire as createRequireForBundle } from "node:module";\nconst require = createRequireForBundle(import.meta.url);',
    },
    logLevel: "warning",
  };
}

/** Bundles the program into `dist/` and returns the paths of what went in; entries that are not there are named and left out. */
export async function build() {
  ensureInstalled();
  const { build: bundle } = await import("esbuild");
  const present = Object.entries(ENTRIES).filter(([, source]) => existsSync(join(root, source)));
  for (const [name, source] of Object.entries(ENTRIES)) {
    if (!existsSync(join(root, source))) console.error(`build: no dist/${name}.js, since ${source} does not exist`);
  }
  const { outputFiles, metafile } = await bundle({
    ...bundleOptions(),
    entryPoints: Object.fromEntries(present),
    outdir: "dist",
    // Late imports become files of their own. They lie beside the entries, so that paths from `import.meta.url` hold in each.
    splitting: true,
    chunkNames: "[name]-[hash]",
    external: ["@vscode/ripgrep", "node-llama-cpp"],
    metafile: true,
    write: false,
  }).catch(() => {
    // The bundler has printed its errors.
    throw new Error("the build failed");
  });
  for (const { path, contents } of outputFiles) writeIfChanged(path, contents);
  removeOldFiles(new Set(outputFiles.map(({ path }) => path)));
  if (existsSync(join(root, ENGINE_LOCK))) {
    cpSync(join(root, ENGINE_LOCK), join(root, "dist/engine-lock"), { recursive: true });
  }
  return Object.keys(metafile.inputs);
}

/**
 * Replaces a file in one go, and only when needed: programs started from `dist/` may be running.
 * @param {string} path
 * @param {Uint8Array} contents
 */
function writeIfChanged(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, contents);
  if (path === join(root, "dist/whippet.js")) chmodSync(temporary, 0o755);
  renameSync(temporary, path);
}

/**
 * Removes what earlier builds left, but not of the last hour: a program that still runs may load its late parts.
 * @param {Set<string>} current
 */
function removeOldFiles(current) {
  for (const name of readdirSync(join(root, "dist"))) {
    const path = join(root, "dist", name);
    const isOld = Date.now() - statSync(path).mtimeMs > 3_600_000;
    if (/\.m?js$/.test(name) && !current.has(path) && isOld) rmSync(path, { force: true });
  }
}

/** Empties `dist/`. */
export function clean() {
  rmSync(join(root, "dist"), { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(build);
