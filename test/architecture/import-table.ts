/** Rows of ARCHITECTURE.md. `mayImport` maps a folder to the folders, or parts of folders, that it may import. */
export type ImportTable = {
  readonly mayImport: ReadonlyMap<string, readonly string[]>;
  readonly disk: readonly string[];
};

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");

/** Reads the import table and the line of folders that may touch the disk out of ARCHITECTURE.md; throws where either is missing. */
export function readImportTable(markdown: string): ImportTable {
  const lines = markdown.split("\n");
  const head = lines.findIndex((line) => line.startsWith("| folder |") && line.includes("may import"));
  const disk = lines.find((line) => line.startsWith("Folders that may touch disk and processes"));
  if (head < 0 || disk === undefined)
    throw new Error("ARCHITECTURE.md: no import table, or no line of folders that may touch the disk");
  const mayImport = new Map<string, readonly string[]>();
  for (const line of lines.slice(head + 2)) {
    const cells = line.split("|").slice(1, -1);
    const folder = quoted(cells[0] ?? "")[0];
    if (folder === undefined) break;
    mayImport.set(folder, quoted(cells.at(-1) ?? ""));
  }
  return { mayImport, disk: quoted(disk.split("):")[1] ?? "") };
}

/** Whether a unit (`log/select`) is a folder of the table (`log`), or lies in it. */
export function liesIn(unit: string, folder: string): boolean {
  return unit === folder || unit.startsWith(`${folder}/`);
}
