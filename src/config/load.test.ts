import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadEnvironment } from "./load.ts";

it("follows links to the home folder, so that it is known by whatever name it is entered", () => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "whippet-home-")));
  mkdirSync(join(parent, "disk/me"), { recursive: true });
  symlinkSync(join(parent, "disk"), join(parent, "home"));
  expect(loadEnvironment({ HOME: join(parent, "home/me") }).home).toBe(join(parent, "disk/me"));
  expect(loadEnvironment({ HOME: "/no/such/home" }).home).toBe("/no/such/home");
});

it("keeps Whippet's own key out of what child processes get", () => {
  const { apiKey, variables } = loadEnvironment({ HOME: "/h", WHIPPET_API_KEY: "secret", LANG: "C" });
  expect(apiKey).toBe("secret");
  expect(variables).toEqual({ HOME: "/h", LANG: "C" });
});
