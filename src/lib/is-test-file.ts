/** File names that test runners of common languages pick up by themselves. */
const TEST_NAMES: readonly RegExp[] = [
  /[.-](test|tests|spec|e2e|cy)\.[cm]?[jt]sx?$/i, // JavaScript, TypeScript
  /^(test|spec)\.[cm]?[jt]sx?$/i,
  /^test[-_].*\.[cm]?[jt]s$/i, // node --test
  /^(test_.*|.*_tests?|conftest)\.pyi?$/i, // Python
  /_test\.(go|exs|dart|cc|cpp|c|jl|pl)$/i, // Go, Elixir, Dart, C++
  /^tests?\.rs$|_tests?\.rs$/i, // Rust
  /Tests?\.(java|kt|kts|cs|swift|php|scala|groovy)$|^Test[A-Z].*\.java$|(IT|Spec)\.(java|kt|scala|groovy)$/, // JVM, .NET, Swift, PHP
  /_(spec|test)\.rb$|^test_.*\.rb$/i, // Ruby
  /\.(bats|t)$/i,
];

/** Folders in which every source file belongs to the tests. */
const TEST_FOLDERS = /^(tests?|spec|specs|__tests__|__mocks__|testdata|test_data|fixtures|__snapshots__|e2e)$/i;

/** True for a path (with `/`) that holds tests, by the conventions of Node, Python, Go, Rust, Java and their like, and of Exercism. */
export function isTestFile(path: string): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  return parts.some((part) => TEST_FOLDERS.test(part)) || TEST_NAMES.some((pattern) => pattern.test(name));
}
