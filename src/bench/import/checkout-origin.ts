import type { Checkout } from "./checkout.ts";
import { NotImportable } from "./imported-task.ts";

const LICENSES: readonly (readonly [RegExp, string])[] = [
  [/\bMIT License\b|Permission is hereby granted, free of charge/i, "MIT"],
  [/Apache License\s+Version 2\.0/i, "Apache-2.0"],
  [/GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i, "AGPL-3.0"],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 3/i, "GPL-3.0"],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/i, "GPL-2.0"],
  [/Redistributions in binary form[\s\S]*Neither the name/i, "BSD-3-Clause"],
  [/Redistributions in binary form/i, "BSD-2-Clause"],
];
const LICENSE_FILE = /^(licen[cs]e|copying)([.-]|$)/i;

/** The SPDX name of the licence in the first of these folders that has a licence file or, as data sets do, names one at the top of its README; else `unknown`. */
export async function readLicense(checkout: Checkout, folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const files = (await checkout.names(folder)).filter((name) => LICENSE_FILE.test(name));
    for (const name of files) {
      const text = await readIfText(checkout, `${folder}/${name}`);
      const known = LICENSES.find(([pattern]) => text !== undefined && pattern.test(text));
      if (known) return known[1];
    }
    const readme = (await readIfText(checkout, `${folder}/README.md`)) ?? "";
    const named = /^---\n(?:(?!---).*\n)*?license: *([\w.-]+)\n/.exec(readme)?.[1];
    if (named) return LICENSES.find(([, name]) => name.toLowerCase() === named.toLowerCase())?.[1] ?? named;
  }
  return "unknown";
}

/** Where a clone was made from, like `github exercism/python`; undefined for a folder that does not say. */
export async function readOrigin(checkout: Checkout): Promise<string | undefined> {
  const text = (await readIfText(checkout, ".git/config")) ?? "";
  const url = /^\[remote "origin"\]\n(?:[ \t]+.*\n)*?[ \t]+url *= *(\S+)/m.exec(text)?.[1] ?? "";
  const [, host, path] =
    /(github|huggingface)\.co(?:m)?[/:](?:datasets\/)?([^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(url) ?? [];
  return host && path ? `${host} ${path}` : undefined;
}

/** The text of a file that the import can do without; undefined also where it is no text or too large. */
export async function readIfText(checkout: Checkout, path: string): Promise<string | undefined> {
  try {
    return await checkout.readText(path);
  } catch (error) {
    if (!(error instanceof NotImportable)) throw error;
    return undefined;
  }
}
