import { describe, expect, it } from "vitest";
import { speaksOfFailingTests } from "./speaks-of-failing-tests.ts";

describe("speaksOfFailingTests", () => {
  it.each([
    "the tests fail",
    "npm test is red: 2 failing tests",
    "the test for cart fails",
    "make the tests pass",
    "die Tests schlagen fehl",
    "las pruebas fallan",
    "les tests échouent",
    "тесты падают",
    "测试失败了",
    "テストが失敗しています",
  ])("yes: %s", (text) => expect(speaksOfFailingTests(text)).toBe(true));

  it.each(["run the tests", "write a test", "the build fails", "führe die Tests aus", "运行测试", ""])(
    "no: %s",
    (text) => expect(speaksOfFailingTests(text)).toBe(false),
  );
});
