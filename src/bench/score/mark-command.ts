import { basename } from "node:path";
import { shellQuote } from "../../lib/shell-quote.ts";

/**
 * A test program without a runner tells nothing but its exit code, and code under test may end it early with success. So a
 * script that Python or Node runs is run in a way that prints `mark` after it. Returns the command line for a shell; other
 * commands as they are.
 */
export function markCommand(command: readonly string[], mark: string): string {
  const at = command[0] === "env" ? 1 : 0;
  const program = basename(command[at] ?? "");
  const options = command.slice(at + 1).findIndex((word) => !isPlainOption(word));
  const script = options < 0 ? -1 : at + 1 + options;
  const [before, name = "", after] = [command.slice(0, script), command[script], command.slice(script + 1)];
  const words = (): readonly string[] => {
    if (script < 0) return command;
    if (/^python[\d.]*$/.test(program) && name.endsWith(".py")) {
      return [...before, "-c", pythonLines(name, mark), ...after];
    }
    if (/^node(js)?$/.test(program) && /\.[cm]?[jt]s$/.test(name)) {
      return [...before, "--import", nodePreload(mark), name, ...after];
    }
    return command;
  };
  return words().map(shellQuote).join(" ");
}

/** One that takes no value, and hands the work to no runner. */
function isPlainOption(word: string): boolean {
  return (
    /^-[bBdEhiIOPqsSuvx]+$/.test(word) ||
    /^--(?!test|run|watch|import|require|eval|print|loader)[\w-]+(=.*)?$/.test(word)
  );
}

/** As Python itself does it, the script's folder comes first where modules are looked for. */
function pythonLines(script: string, mark: string): string {
  const name = JSON.stringify(script);
  return [
    "import os, runpy, sys",
    `sys.argv[0] = ${name}`,
    `if sys.path[:1] == [""]: sys.path[0] = os.path.dirname(os.path.abspath(${name}))`,
    `runpy.run_path(${name}, run_name="__main__")`,
    `print(${JSON.stringify(mark)})`,
  ].join("\n");
}

/** `beforeExit` comes when nothing is left to do, and not on `process.exit`. */
function nodePreload(mark: string): string {
  return `data:text/javascript,process.once("beforeExit",()=>console.log("${mark}"))`;
}
