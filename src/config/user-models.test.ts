import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { profileFor } from "./profiles.ts";
import { readUserModels } from "./user-models.ts";

function folderWith(content?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "whippet-config-"));
  if (content !== undefined) writeFileSync(join(folder, "models.json"), content);
  return folder;
}
const models = (...rows: object[]) => readUserModels(folderWith(JSON.stringify({ models: rows })));

describe("the person's own models.json", () => {
  it("wins over what is built in, value by value; its first row that fits counts", () => {
    const own = models(
      { match: "qwen3-*", upToBillions: 4, thinking: 500 },
      { match: "Qwen3-*", editFormat: "patch", maxSteps: 7, settings: { temperature: 0.1 } },
      { match: "*", maxSteps: 99 },
    );
    const profile = profileFor("Qwen/Qwen3-8B-Q4_K_M.gguf", undefined, own);
    expect(profile).toMatchObject({ name: "qwen3", editFormat: "patch", maxSteps: 7 });
    expect(profile.settings).toMatchObject({ temperature: 0.1, topP: 0.95, thinking: 2_000 });
    expect(profileFor("qwen3-4b", undefined, own).settings.thinking).toBe(500);
    expect(profileFor("nameless", undefined, own).maxSteps).toBe(99);
  });

  it("need not be there", () => {
    expect(readUserModels(folderWith())).toEqual([]);
    expect(readUserModels("/no/such/folder")).toEqual([]);
  });

  it("takes a pattern for what it is: dots and brackets are themselves", () => {
    const [row] = models({ match: "a.b(c)*" });
    expect(["a.b(c)d", "axb(c)d", "a.b(c)"].map((name) => row?.fits(name, undefined))).toEqual([true, false, true]);
  });

  it.each([
    ['{"models": [\n {"match": "a",}\n]}', /line 2 is no JSON/],
    ['{"models": [\n\n', /line 3 is no JSON/],
    [
      '{"models": [{"match": "a", "settings": {"temperature": "hot"}}]}',
      /models\[0\]\.settings\.temperature: expected number/,
    ],
    ['{"models": [{"match": "a", "setings": {}}]}', /models\[0\]: there is no "setings"/],
    ['{"models": [{"match": "a", "editFormat": "diff"}]}', /editFormat: expected one of "whole", "patch"/],
    ['{"models": [{"match": "a", "thinking": true}]}', /thinking: expected "off" or a number/],
    ['{"models": [{"match": "a", "settings": {"topP": 7}}]}', /topP: expected at most 1/],
    ['{"models": [{"match": "a", "maxSteps": 0}]}', /maxSteps: expected at least 1/],
    ['{"models": [{"match": "a", "attempts": 1.5}]}', /attempts: expected a whole number/],
    ["[]", /the file: expected object/],
  ])("says what is wrong with %s", (content, why) => {
    const folder = folderWith(content);
    expect(() => readUserModels(folder)).toThrow(why);
    expect(() => readUserModels(folder)).toThrow(join(folder, "models.json"));
  });

  it("says so when it can't be read", () => {
    const folder = folderWith();
    mkdirSync(join(folder, "models.json"));
    expect(() => readUserModels(folder)).toThrow(expect.objectContaining({ code: "bad-models-file", exitCode: 2 }));
  });
});
