import { type ImportLayout, importTasks } from "../bench/import/import-tasks.ts";
import { UserError } from "../lib/user-error.ts";
import { plainLine } from "./plain-line.ts";

const LAYOUTS: readonly ImportLayout[] = ["exercism", "quixbugs", "humanevalpack"];

/** `whippet bench import`: makes task folders of a checkout; the import itself names what was skipped, and why. Exit code 1 when nothing was imported. */
export async function importCheckout(
  layout: string,
  source: string,
  { into, language }: { readonly into: string; readonly language?: string },
): Promise<void> {
  const known = LAYOUTS.find((name) => name === layout);
  if (!known) throw unknownLayout(layout);
  const line = (text: string): void => void process.stdout.write(`${plainLine(text)}\n`);
  const { imported, skipped } = await importTasks({
    ...{ layout: known, source, into, announce: line },
    ...(language === undefined ? {} : { language }),
  });
  line(`${imported.length} tasks imported into ${into}, ${skipped.length} skipped.`);
  if (imported.length > 0) line(`  Check them with: whippet bench --suite ${into} --check`);
  else process.exitCode = 1;
}

function unknownLayout(layout: string): UserError {
  return new UserError({
    code: "unknown-layout",
    message: `"${layout}" is no layout that can be imported.`,
    hint: `whippet bench import exercism PATH; layouts: ${LAYOUTS.join(", ")}`,
    exitCode: 2,
  });
}
