import { expect, test } from "vitest";
import { placeholderLine } from "./placeholder-line.ts";

test.each([
  "// ... rest of the code remains unchanged ...",
  "# rest of the file",
  "  // ...",
  "/* existing code */",
  "# ... existing code ...",
  "<!-- the rest of the content stays the same -->",
  "# (unchanged)",
  "// other methods unchanged",
  "    # Your code here",
  "// remaining functions here",
])("%s stands for code", (line) => expect(placeholderLine("", `a\n${line}\nb`)).toBe(line.trim()));

test.each([
  "# returns the rest of the list",
  "x = ...",
  "    ...",
  "// the existing customer is kept",
  "# unicode",
  "const rest = of(code);",
  "// original author: A. B.",
])("%s does not", (line) => expect(placeholderLine("", `a\n${line}\nb`)).toBeUndefined());

test("a line that was in the file before is no placeholder", () => {
  expect(placeholderLine("x\n# rest of the file\n", "y\n# rest of the file\n")).toBeUndefined();
});
