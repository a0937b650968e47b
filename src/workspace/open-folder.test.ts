import { mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFolder } from "./open-folder.ts";

it("follows links, and names what is no folder", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "whippet-open-")));
  symlinkSync(folder, join(folder, "link"));
  symlinkSync("loop", join(folder, "loop"));
  writeFileSync(join(folder, "file"), "");
  expect(openFolder(join(folder, "link"))).toBe(folder);
  for (const name of ["nothing", "file", "file/below", "loop"])
    expect(() => openFolder(join(folder, name))).toThrow(name);
});
