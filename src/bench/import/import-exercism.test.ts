import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createImportFixture, hasPython, type ImportFixture } from "./import-fixture.ts";

let fixture: ImportFixture;
beforeEach(() => {
  fixture = createImportFixture();
});
afterEach(() => fixture.remove());

type Listed = { solution: string[]; test: string[]; example?: string[]; editor?: string[] };

/** An exercise's folder as its track has it. */
function exercise(name: string, files: Listed, contents: Record<string, string | Buffer>, track = ""): void {
  const folder = `${track}exercises/practice/${name}`;
  const all = { ".docs/instructions.md": `Do ${name}.\n`, ".meta/config.json": JSON.stringify({ files }), ...contents };
  fixture.write(Object.fromEntries(Object.entries(all).map(([path, content]) => [`${folder}/${path}`, content])));
}

const DOUBLE: Listed = { solution: ["double.py"], test: ["double_test.py"], example: [".meta/example.py"] };
const DOUBLE_FILES = {
  "double.py": "def double(number):\n    pass\n",
  "double_test.py":
    "import unittest\nfrom double import double\n\n\nclass DoubleTest(unittest.TestCase):\n    def test_two(self):\n        self.assertEqual(double(2), 4)\n",
  ".meta/example.py": "def double(number):\n    return number + number\n",
};

function double(name = "double", contents: Record<string, string | Buffer> = {}): void {
  exercise(name, DOUBLE, { ...DOUBLE_FILES, ...contents });
}

describe("a track", () => {
  it.skipIf(!hasPython)("becomes tasks whose start fails and whose solution passes", async () => {
    double("double", {
      ".docs/introduction.md": "\uFEFFOnce upon a time.\r\n",
      ".docs/instructions.append.md": "Use no loop.\n",
    });
    fixture.write({
      "config.json": JSON.stringify({ slug: "python", exercises: { practice: [{ slug: "double", difficulty: 4 }] } }),
      LICENSE: "MIT License\n\nCopyright\n",
    });
    const { imported, skipped } = await fixture.run("exercism");
    expect({ imported, skipped }).toEqual({ imported: ["exercism-python/double"], skipped: [] });
    expect(fixture.description("exercism-python/double")).toEqual({
      id: "exercism-python/double",
      language: "python",
      level: 4,
      edit: ["double.py"],
      tests: ["double_test.py"],
      testCommand: ["python3", "-m", "unittest", "-q", "double_test"],
      timeoutSeconds: 60,
      source: "github exercism/python",
      license: "MIT",
    });
    expect(fixture.read("exercism-python/double/instructions.md")).toBe(
      "Once upon a time.\n\n\nDo double.\n\n\nUse no loop.\n",
    );
    expect((await fixture.check("exercism-python/double")).reference).toMatchObject({ passed: 1 });
    expect(fixture.lines).toEqual(["exercism-python: 1 task"]);
  });

  it("keeps the solution, and all that hints at it, out of the start", async () => {
    double("double", {
      ".meta/template.j2": "hint",
      ".meta/additional_tests.json": "{}",
      ".approaches/introduction.md": "hint",
      ".articles/speed/content.md": "hint",
      "HINTS.md": "hint",
      "__pycache__/double.pyc": "hint",
      "data/words.txt": "one two",
      "double_test_data.txt": "data",
    });
    await fixture.run("exercism");
    expect(fixture.list("exercism-python/double")).toEqual([
      "instructions.md",
      "solution/double.py",
      "start/data/words.txt",
      "start/double.py",
      "start/double_test_data.txt",
      "task.json",
      "tests/double_test.py",
    ]);
  });

  it("keeps the solution out of the start in the older layout too, where it lies beside the stub", async () => {
    exercise("double", { ...DOUBLE, example: ["example.py"] }, { ...DOUBLE_FILES, "example.py": "solved" });
    await fixture.run("exercism");
    expect(fixture.list("exercism-python/double/start")).toEqual(["double.py"]);
    expect(fixture.read("exercism-python/double/solution/double.py")).toBe("solved");
  });

  it("runs tests that need pytest with pytest", async () => {
    double("double", { "double_test.py": "import pytest\n\n\ndef test_it():\n    assert False\n" });
    await fixture.run("exercism");
    expect(fixture.description("exercism-python/double")["testCommand"]).toEqual([
      "python3",
      "-m",
      "pytest",
      "-q",
      "-p",
      "no:cacheprovider",
      "double_test.py",
    ]);
  });

  it("keeps encodings and line ends of what it copies", async () => {
    const start = Buffer.from("# caf\xe9\r\ndef double(number):\r\n    pass\r\n", "latin1");
    double("double", { "double.py": start });
    await fixture.run("exercism");
    const path = join(fixture.home, "tasks/exercism-python/double/start/double.py");
    expect(readFileSync(path, "latin1")).toBe(start.toString("latin1"));
  });

  it("skips what it can't use, with the reason, and goes on", async () => {
    const broken: readonly (readonly [string, Record<string, string>, string])[] = [
      ["no-json", { ".meta/config.json": "{" }, "is no JSON"],
      ["no-files", { ".meta/config.json": "{}" }, "lacks files"],
      ["no-solution", { ".meta/config.json": JSON.stringify({ files: { ...DOUBLE, solution: [] } }) }, "names no file"],
      ["no-tests", { ".meta/config.json": JSON.stringify({ files: { ...DOUBLE, test: [] } }) }, "names no test"],
      [
        "lost-test",
        { ".meta/config.json": JSON.stringify({ files: { ...DOUBLE, test: ["x.py"] } }) },
        "x.py is missing",
      ],
      [
        "climbs",
        { ".meta/config.json": JSON.stringify({ files: { ...DOUBLE, test: ["../../a.py"] } }) },
        "no path inside",
      ],
      [
        "absolute",
        { ".meta/config.json": JSON.stringify({ files: { ...DOUBLE, solution: ["/etc/passwd"] } }) },
        "no path inside",
      ],
      [
        "windows",
        { ".meta/config.json": JSON.stringify({ files: { ...DOUBLE, example: ["C:\\x.py"] } }) },
        "no path inside",
      ],
      ["no-example", { ".meta/config.json": JSON.stringify({ files: { ...DOUBLE, example: [] } }) }, "no example"],
      ["two-roles", { ".meta/config.json": JSON.stringify({ files: { ...DOUBLE, test: ["double.py"] } }) }, "both"],
      ["binary-text", { ".docs/instructions.md": "\0\0" }, "no text"],
    ];
    for (const [name, files] of broken) double(name, files);
    double();
    fixture.write({ "exercises/practice/README.md": "a file", "exercises/practice/empty/x.txt": "" });
    const { imported, skipped } = await fixture.run("exercism");
    expect(imported).toEqual(["exercism-python/double"]);
    expect(skipped.map(({ name }) => name)).toEqual(broken.map(([name]) => name).sort());
    for (const [name, , why] of broken) expect(skipped.find((one) => one.name === name)?.why).toContain(why);
    expect(fixture.list("")).not.toContainEqual(expect.stringMatching(/^exercism-python\/\./));
  });

  it("says one reason once, however many exercises it holds for", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    for (const name of names) double(name);
    const practice = names.map((slug) => ({ slug, status: "deprecated" }));
    fixture.write({ "config.json": JSON.stringify({ exercises: { practice } }) });
    expect((await fixture.run("exercism")).skipped).toHaveLength(7);
    expect(fixture.lines).toEqual(["Skipped a, b, c, d, e and 2 more: The track has deprecated it."]);
  });

  it("skips languages it can't run", async () => {
    const files = { solution: ["double.rb"], test: ["double_test.rb"], example: [".meta/example.rb"] };
    exercise("double", files, { "double.rb": "", "double_test.rb": "", ".meta/example.rb": "" });
    const { imported, skipped } = await fixture.run("exercism");
    expect(imported).toEqual([]);
    expect(skipped[0]?.why).toBe(
      "Its language is none of those that can be run here: python, go, rust, javascript, java, cpp.",
    );
  });

  it("does not follow links that lead outside", async () => {
    double("linked");
    double("inside");
    writeFileSync(join(fixture.home, "secret.py"), "secret");
    mkdirSync(join(fixture.home, "secrets"));
    writeFileSync(join(fixture.home, "secrets/key.txt"), "secret");
    const practice = join(fixture.home, "source/exercises/practice");
    symlinkSync(join(fixture.home, "secret.py"), join(practice, "linked/more.py"));
    symlinkSync(join(fixture.home, "secrets"), join(practice, "linked/folder"));
    symlinkSync(join(fixture.home, "secrets"), join(practice, "outside"));
    symlinkSync("../linked/double.py", join(practice, "inside/more.py"));
    symlinkSync("loop", join(practice, "loop"));
    const { imported } = await fixture.run("exercism");
    expect(imported).toEqual(["exercism-python/inside", "exercism-python/linked"]);
    expect(fixture.list("exercism-python/linked/start")).toEqual(["double.py"]);
    expect(fixture.list("exercism-python/inside/start")).toEqual(["double.py", "more.py"]);
  });

  it("says where a clone is from, and reads whatever licence it has", async () => {
    double();
    fixture.write({
      ".git/config": '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:someone/fork.git\n',
      "LICENSE.md": "Apache License\n   Version 2.0, January 2004\n",
    });
    await fixture.run("exercism");
    expect(fixture.description("exercism-python/double")).toMatchObject({
      source: "github someone/fork",
      license: "Apache-2.0",
      level: null,
    });
  });
});

describe("several tracks, as in aider's polyglot benchmark", () => {
  beforeEach(() => {
    exercise("double", DOUBLE, DOUBLE_FILES, "python/");
    const files = {
      solution: ["double.go"],
      test: ["double_test.go"],
      example: [".meta/example.go"],
      editor: ["cases_test.go"],
    };
    const contents = {
      "double.go": "package double\n",
      "double_test.go": "package double\n",
      "cases_test.go": "package double\n",
      "go.mod": "module double\n",
      ".meta/example.go": "package double // solved\n",
    };
    exercise("double", files, contents, "go/");
  });

  it("are read one by one", async () => {
    const { imported } = await fixture.run("exercism");
    expect(imported).toEqual(["polyglot-go/double", "polyglot-python/double"]);
    expect(fixture.description("polyglot-go/double")).toMatchObject({
      level: null,
      tests: ["double_test.go", "cases_test.go"],
      testCommand: ["go", "test", "./..."],
      source: "github Aider-AI/polyglot-benchmark",
      license: "unknown",
    });
    expect(fixture.list("polyglot-go/double/start")).toEqual(["double.go", "go.mod"]);
    expect(fixture.read("polyglot-go/double/solution/double.go")).toContain("solved");
  });

  it("can be narrowed to a language", async () => {
    expect((await fixture.run("exercism", { language: "go" })).imported).toEqual(["polyglot-go/double"]);
    await expect(fixture.run("exercism", { language: "rust" })).rejects.toThrow("holds nothing in rust");
    await expect(fixture.run("exercism", { language: "ruby" })).rejects.toThrow("Tasks in ruby can't be made");
  });
});

describe("each language", () => {
  it("rust: ignored tests run, and the example's own Cargo.toml is part of the solution", async () => {
    const files = { solution: ["src/lib.rs"], test: ["tests/double.rs"], example: [".meta/example.rs"] };
    exercise("double", files, {
      "src/lib.rs": "todo",
      "tests/double.rs": "#[test]\n#[ignore]\nfn x() {}\n",
      "Cargo.toml": "[package]\n",
      ".meta/example.rs": "solved",
      ".meta/Cargo-example.toml": "[package]\n[dependencies]\n",
      "target/debug/x": "built",
    });
    await fixture.run("exercism");
    expect(fixture.description("exercism-rust/double")).toMatchObject({
      edit: ["src/lib.rs", "Cargo.toml"],
      testCommand: ["cargo", "test", "--offline", "--quiet", "--", "--include-ignored"],
    });
    expect(fixture.read("exercism-rust/double/solution/src/lib.rs")).toBe("solved");
    expect(fixture.read("exercism-rust/double/solution/Cargo.toml")).toContain("dependencies");
    expect(fixture.list("exercism-rust/double/start")).toEqual(["Cargo.toml", "src/lib.rs"]);
    expect(fixture.lines[1]).toContain("cargo's cache");
  });

  it("javascript: tests are enabled, and jest reads modules without a transpiler", async () => {
    const files = { solution: ["double.js"], test: ["double.spec.js"], example: [".meta/proof.ci.js"] };
    const tests = [
      "import { describe, expect, test, xtest } from '@jest/globals';",
      "xtest('a', () => {});",
      "xit.each([1])('b', () => {});",
      "test.skip('caf\xe9', () => {});",
      "xdescribe('d', () => {});\r",
    ];
    exercise("double", files, {
      "double.js": "export const double = () => {};",
      "double.spec.js": Buffer.from(tests.join("\n"), "latin1"),
      ".meta/proof.ci.js": "export const double = (number) => 2 * number;",
      "package.json": '{"dependencies": {"x": "1"}}',
      "babel.config.js": "x",
      "node_modules/x/index.js": "x",
    });
    await fixture.run("exercism");
    const spec = join(fixture.home, "tasks/exercism-javascript/double/tests/double.spec.js");
    const lines = readFileSync(spec, "latin1").split("\n");
    expect(lines[0]).toBe(tests[0]);
    expect(lines[3]).toBe("test('caf\xe9', () => {});");
    expect(lines.slice(1).map((line) => line.split("(")[0])).toEqual(["test", "it.each", "test", "describe"]);
    expect(lines.at(-1)?.endsWith("\r")).toBe(true);
    expect(fixture.list("exercism-javascript/double/start")).toEqual(["double.js", "package.json"]);
    expect(JSON.parse(fixture.read("exercism-javascript/double/start/package.json"))).toMatchObject({ type: "module" });
    expect(fixture.lines[1]).toContain("jest");
  });

  it("java: tests are enabled, the whole reference folder is the solution, Maven instead of Gradle", async () => {
    const test =
      'class T {\r\n    @Disabled("Remove to run test")\r\n    @Test\r\n    void a() {}\r\n\t@Disabled\n  @Test void b() {}\n}\n';
    const files = {
      solution: ["src/main/java/Double.java"],
      test: ["src/test/java/DoubleTest.java"],
      example: [".meta/src/reference/java/Double.java"],
    };
    exercise("double", files, {
      "src/main/java/Double.java": "stub",
      "src/main/java/Given.java": "given",
      "src/test/java/DoubleTest.java": test,
      ".meta/src/reference/java/Double.java": "solved",
      ".meta/src/reference/java/Extra.java": "extra",
      "build.gradle": "x",
      "gradle/wrapper/gradle-wrapper.jar": "x",
      gradlew: "x",
    });
    await fixture.run("exercism");
    const id = "exercism-java/double";
    expect(fixture.description(id)["edit"]).toEqual(["src/main/java/Double.java", "src/main/java/Extra.java"]);
    expect(fixture.list(`${id}/start`)).toEqual(["pom.xml", "src/main/java/Double.java", "src/main/java/Given.java"]);
    expect(fixture.read(`${id}/tests/src/test/java/DoubleTest.java`)).toBe(
      "class T {\r\n\r\n    @Test\r\n    void a() {}\r\n\n  @Test void b() {}\n}\n",
    );
    expect(fixture.read(`${id}/solution/src/main/java/Double.java`)).toBe("solved");
  });

  it("cpp: the project is named whatever its folder, and stubs without an example stay", async () => {
    const files = { solution: ["two_fer.cpp", "two_fer.h"], test: ["two_fer_test.cpp"], example: [".meta/example.h"] };
    exercise("two-fer", files, {
      "two_fer.cpp": "stub",
      "two_fer.h": "stub",
      "two_fer_test.cpp": "test",
      "test/catch.hpp": "catch",
      ".meta/example.h": "solved",
      "CMakeLists.txt":
        "# name\r\nget_filename_component(exercise $\u007bCMAKE_CURRENT_SOURCE_DIR} NAME)\r\nproject(x CXX)\r\n",
    });
    await fixture.run("exercism");
    const id = "exercism-cpp/two-fer";
    expect(fixture.read(`${id}/start/CMakeLists.txt`)).toBe("# name\r\nset(exercise two-fer)\r\nproject(x CXX)\r\n");
    expect(fixture.description(id)["tests"]).toEqual(["two_fer_test.cpp", "test/catch.hpp"]);
    expect(fixture.read(`${id}/solution/two_fer.h`)).toBe("solved");
    expect(fixture.read(`${id}/solution/two_fer.cpp`)).toBe("stub");
  });

  it("an example that fits no file is refused", async () => {
    exercise("double", { ...DOUBLE, example: [".meta/example.txt"] }, { ...DOUBLE_FILES, ".meta/example.txt": "" });
    expect((await fixture.run("exercism")).skipped[0]?.why).toContain("does not say which file");
  });
});
