/** Keys of package.json's scripts that `npm test` runs. */
const SCRIPTS = ["pretest", "test", "posttest"] as const;

/**
 * Whether a change of this file changes what the project's test command runs: the test scripts of package.json, or the
 * `test` rule of a Makefile. A file that can't be read as what it was counts as changed.
 */
export function changesTestScript(path: string, before: string, after: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  if (base === "package.json") return testScripts(before) !== testScripts(after);
  return base === "Makefile" && testRule(before) !== testRule(after);
}

function testScripts(text: string): string {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, unknown> };
    return JSON.stringify(SCRIPTS.map((name) => scripts?.[name] ?? null));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return text;
    throw error;
  }
}

function testRule(text: string): string {
  return /^test\s*:.*(?:\n(?:\t.*)?)*/m.exec(text)?.[0].trim() ?? "";
}
