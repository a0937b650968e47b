/** Folders of installed, built or cached things: never walked or searched unless named. (`build` and `out` are often sources; `.gitignore` tells.) */
export const HEAVY_FOLDERS: readonly string[] = [
  "node_modules",
  "bower_components",
  "dist",
  "target",
  "vendor",
  "coverage",
  ".venv",
  "venv",
  "__pycache__",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  ".tox",
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".turbo",
  ".cache",
  ".gradle",
  ".idea",
];

/** True for a path that names such a folder or lies in one. */
export function isInHeavyFolder(path: string): boolean {
  return path.split("/").some((part) => HEAVY_FOLDERS.includes(part));
}
