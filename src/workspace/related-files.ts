import { posix } from "node:path";
import { errorCode } from "./disk-failure.ts";
import { isInHeavyFolder } from "./heavy-folders.ts";
import { fromRoot } from "./paths.ts";
import { readBytes } from "./read-bytes.ts";
import { walkFiles } from "./walk-files.ts";

const MAX_DEPTH = 2;
const MAX_FILES = 20;
/** Bytes of a file in which imports are looked for. */
const MAX_READ = 100_000;

// Repeats are bounded, so that no file can make the search slow.
/** `import … from "x"`, `import "x"`, `export … from "x"`, `import("x")`, `require("x")`: relative ones only. */
const JAVASCRIPT_IMPORT = /\b(?:from|import|require)\s{0,9}\(?\s{0,9}["'](\.{1,2}\/[^"'\n]{1,300})["']/g;
/** `import a.b, c` and `from .a.b import c`. */
const PYTHON_IMPORT =
  /^[ \t]{0,99}(?:from[ \t]{1,9}([\w.]{1,200})[ \t]{1,9}import[ \t]{1,9}\(?([\w, \t]{0,500})|import[ \t]{1,9}([\w., \t]{1,500}))/gm;
const JAVASCRIPT_ENDS = ["", ".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx", ".mts", ".cts", "/index.js", "/index.ts"];

/**
 * Files of the workspace that a JavaScript, TypeScript or Python file imports, nearest first, two steps deep, at most 20; relative to `root` with `/`.
 * Read by pattern, not by a parser: what is computed at run time is not found.
 */
export async function relatedFiles(root: string, path: string): Promise<readonly string[]> {
  const known = new Set(await walkFiles(root, 20_000));
  const found: string[] = [];
  let level = [path];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next: string[] = [];
    for (const file of level) {
      const imported = importsOf(file, await readStart(root, file), known);
      next.push(...imported.filter((one) => one !== path && !found.includes(one)));
    }
    level = [...new Set(next)];
    found.push(...level);
  }
  return found.filter((file) => !isInHeavyFolder(file)).slice(0, MAX_FILES);
}

function importsOf(file: string, text: string, known: ReadonlySet<string>): readonly string[] {
  const candidates = file.endsWith(".py") ? pythonCandidates(file, text) : javascriptCandidates(file, text);
  return candidates.flatMap((names) => names.find((name) => known.has(name)) ?? []);
}

/** For each import the paths it may mean, in order. */
function javascriptCandidates(file: string, text: string): readonly (readonly string[])[] {
  return [...text.matchAll(JAVASCRIPT_IMPORT)].map(([, specifier = ""]) => {
    const target = posix.join(posix.dirname(file), specifier);
    // TypeScript names the file that will be built: ./a.js means ./a.ts.
    const source = target.replace(/\.([cm]?)js$/, ".$1ts");
    return [...JAVASCRIPT_ENDS.map((end) => target + end), source, source.replace(/ts$/, "tsx")];
  });
}

function pythonCandidates(file: string, text: string): readonly (readonly string[])[] {
  return [...text.matchAll(PYTHON_IMPORT)].flatMap(([, from, names = "", plain = ""]) => {
    const modules =
      from === undefined ? plain.split(",").map((part) => part.trim().split(/\s+as\s+/)[0] ?? "") : [from];
    // `from package import module` may name a module; if not, the package itself is meant.
    const parts = from === undefined ? [] : names.split(",").map((part) => part.trim().split(/\s+as\s+/)[0] ?? "");
    const inside = parts
      .filter((part) => part !== "")
      .map((part) => modulePaths(file, `${from}${from?.endsWith(".") ? "" : "."}${part}`));
    return [...inside, ...modules.map((module) => modulePaths(file, module))];
  });
}

/** Where a module may stand: relative to the file for `.name`, else beside the file, in the root, or in `src`. */
function modulePaths(file: string, module: string): readonly string[] {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const name = module.slice(dots).replaceAll(".", "/");
  const folder = posix.dirname(file);
  const bases = dots > 0 ? [posix.join(folder, ...Array<string>(dots - 1).fill(".."))] : [folder, ".", "src"];
  return bases.flatMap((base) => [posix.join(base, `${name}.py`), posix.join(base, name, "__init__.py")]);
}

async function readStart(root: string, path: string): Promise<string> {
  try {
    const file = await readBytes(fromRoot(root, path));
    return file.kind === "file" ? file.bytes.toString("utf8", 0, MAX_READ) : "";
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return "";
  }
}
