/** Files whose whole content decides what the test command runs. */
const WHOLE = /^(?:GNUm|M|m)akefile$|^(?:pytest|tox)\.ini$|^setup\.cfg$/;

/**
 * Whether a change of this file (`before` null: a new one) changes what the project's test command runs: the scripts of
 * package.json, a Makefile, the settings of pytest. A file that can't be read as what it was counts as changed.
 */
export function changesTestScript(path: string, before: string | null, after: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  if (WHOLE.test(base)) return before !== after && (before !== null || base !== "Makefile");
  if (before === null) return false;
  if (base === "package.json") return scripts(before) !== scripts(after);
  return base === "pyproject.toml" && pytestSettings(before) !== pytestSettings(after);
}

function scripts(text: string): string {
  try {
    return JSON.stringify((JSON.parse(text) as { scripts?: unknown }).scripts ?? null);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return text;
    throw error;
  }
}

function pytestSettings(text: string): string {
  return text
    .split(/^(?=\[)/m)
    .filter((section) => section.startsWith("[tool.pytest"))
    .join("");
}
