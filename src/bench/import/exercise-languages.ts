import type { FileContents } from "./imported-task.ts";
import { MAVEN_PROJECT } from "./maven-project.ts";

/** What an exercise of an Exercism track needs to become a task, by language. */
export type ExerciseLanguage = {
  readonly name: string;
  /** Of its source files; by it an exercise's language is told. */
  readonly extension: string;
  readonly timeoutSeconds: number;
  /** What the tests need besides the compiler or interpreter, as a sentence for the person. */
  readonly needs?: string;
  readonly testCommand: (tests: FileContents) => readonly string[];
  /** Learners enable one test after the other; here all have to run. Replaced in the test files, which may be in any encoding: ASCII only. */
  readonly enableTests?: readonly (readonly [RegExp, string])[];
  /** Files of an exercise's folder that are not used here. */
  readonly leftOut?: RegExp;
  /** Parts of the reference solution that the exercise's configuration need not list. */
  readonly moreExamples?: RegExp;
  /** Where a file of the reference solution belongs, if the file's name alone tells it. */
  readonly placeExample?: (path: string) => string | undefined;
  /** Files of the start to add, or to change, for an exercise of this name. */
  readonly adapt?: (start: FileContents, exercise: string) => FileContents;
};

export const EXERCISE_LANGUAGES: readonly ExerciseLanguage[] = [
  {
    name: "python",
    extension: ".py",
    timeoutSeconds: 60,
    testCommand: pythonTests,
  },
  {
    name: "go",
    extension: ".go",
    timeoutSeconds: 120,
    testCommand: () => ["go", "test", "./..."],
  },
  {
    name: "rust",
    extension: ".rs",
    timeoutSeconds: 180,
    needs: "Rust tasks are built offline: crates that an exercise names must be in cargo's cache.",
    testCommand: () => ["cargo", "test", "--offline", "--quiet", "--", "--include-ignored"],
    moreExamples: /^\.meta\/Cargo-example\.toml$/,
    placeExample: (path) => (path.endsWith("Cargo-example.toml") ? "Cargo.toml" : undefined),
  },
  {
    name: "javascript",
    extension: ".js",
    timeoutSeconds: 60,
    needs: "JavaScript tasks are tested with jest from the PATH: npm install --global jest",
    testCommand: () => ["env", "NODE_OPTIONS=--experimental-vm-modules", "jest"],
    enableTests: [
      [/\bx(test|it|describe)(?=[.(])/g, "$1"],
      [/\b(test|it|describe)\.skip(?=[.(])/g, "$1"],
    ],
    leftOut: /^(package|package-lock|pnpm-lock|babel\.config|jest\.config|eslint\.config)\.\w+$/,
    adapt: (start) => new Map([...start, ["package.json", Buffer.from(JEST_PACKAGE)]]),
  },
  {
    name: "java",
    extension: ".java",
    timeoutSeconds: 180,
    needs: "Java tasks are tested with Maven, which fetches JUnit and AssertJ once: whippet bench --check",
    testCommand: () => ["mvn", "--batch-mode", "test"],
    enableTests: [[/^[ \t]*@Disabled(\([^)\n]*\))?[ \t]*(?=\r?$)/gm, ""]],
    leftOut: /^(build\.gradle(\.kts)?|settings\.gradle(\.kts)?|gradlew(\.bat)?|gradle\/.*)$/,
    moreExamples: /^\.meta\/src\/reference\/java\/.+\.java$/,
    placeExample: (path) => /^\.meta\/src\/reference\/(java\/.+)$/.exec(path)?.[1]?.replace(/^/, "src/main/"),
    adapt: (start) => new Map([...start, ["pom.xml", Buffer.from(MAVEN_PROJECT)]]),
  },
  {
    name: "cpp",
    extension: ".cpp",
    timeoutSeconds: 180,
    // The project's default target builds the tests and runs them.
    testCommand: () => [
      ...["ctest", "--build-and-test", ".", "build", "--build-generator", "Unix Makefiles"],
      ...["--build-options", "-DEXERCISM_RUN_ALL_TESTS=1"],
    ],
    adapt: nameCmakeProject,
  },
];

/** Native modules, so that no transpiler has to be installed beside the exercise. */
const JEST_PACKAGE = `${JSON.stringify(
  {
    private: true,
    type: "module",
    scripts: { test: "NODE_OPTIONS=--experimental-vm-modules jest" },
    jest: { transform: {}, watchman: false },
  },
  null,
  2,
)}\n`;

function pythonTests(tests: FileContents): readonly string[] {
  const sources = [...tests.keys()].filter((path) => path.endsWith(".py"));
  const named = sources.filter((path) => /(^|\/)(test_\w+|\w+_test)\.py$/.test(path));
  const files = named.length > 0 ? named : sources;
  const needsPytest = files.some((path) =>
    /^\s*(import|from) pytest\b/m.test(tests.get(path)?.toString("latin1") ?? ""),
  );
  if (needsPytest) return ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", ...files];
  return ["python3", "-m", "unittest", "-q", ...files.map((path) => path.slice(0, -".py".length).replaceAll("/", "."))];
}

/** The project takes its name, and those of its files, from the folder that it is in; a workspace is called otherwise. */
function nameCmakeProject(start: FileContents, exercise: string): FileContents {
  const text = start.get("CMakeLists.txt")?.toString("latin1");
  if (text === undefined) return start;
  const named = text.replace(
    /^get_filename_component\(exercise \$\{CMAKE_CURRENT_SOURCE_DIR\} NAME\)/m,
    `set(exercise ${exercise})`,
  );
  return new Map([...start, ["CMakeLists.txt", Buffer.from(named, "latin1")]]);
}
