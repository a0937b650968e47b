import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fakePrograms } from "../fixtures/fake-programs.ts";
import { tempFolder } from "../fixtures/temp-folder.ts";
import { findNpm } from "./find-npm.ts";

it("takes the first npm of the PATH that can be run, then the one beside Node, and nothing of the folder it is in", () => {
  const [folder, other, empty] = [tempFolder(), tempFolder(), tempFolder()];
  const bin = fakePrograms(folder, { npm: "" });
  const beside = fakePrograms(other, { npm: "" });
  mkdirSync(join(empty, "a"));
  writeFileSync(join(empty, "a/npm"), "not executable");
  expect(findNpm(`${empty}:${empty}/a:${bin}`, beside)).toBe(join(bin, "npm"));
  expect(findNpm(`:.:${empty}/a`, beside)).toBe(join(beside, "npm"));
  expect(() => findNpm("", empty)).toThrow(expect.objectContaining({ code: "no-npm", exitCode: 1 }));
});
