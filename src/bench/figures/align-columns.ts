/** Rows as lines of equal columns, two spaces apart, the first `left` columns to the left and the others to the right; rows may be shorter. */
export function alignColumns(rows: readonly (readonly string[])[], left = 1): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    widths
      .map((width, at) => (at < left ? (row[at] ?? "").padEnd(width) : (row[at] ?? "").padStart(width)))
      .join("  ")
      .trimEnd(),
  );
}
