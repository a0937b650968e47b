import { expect, it } from "vitest";
import { countCodeLines } from "./count-code-lines.ts";

it.each([
  [
    "Python with a docstring, a comment and a text behind it",
    "a.py",
    'def f(x):\n    """Doc.\n\n    more\n    """\n    # why\n    return x\n\n"""\nText\n"""\n',
    2,
  ],
  ["docstrings on one line", "a.py", "def f():\n    '''one'''\n    return 1\n", 2],
  ["a string that belongs to code", "a.py", 'x = """\na\n"""\n', 2],
  ["JavaScript", "a.ts", "/**\n * Doc.\n */\nconst a = 1; // why\n// b\n/* c */\n", 1],
  ["a text file: whatever is not blank", "a.md", "# Head\n\nText\n", 2],
  ["nothing", "a.py", "", 0],
  ["a comment that never ends", "a.js", "a();\n/* b\nc\n", 1],
])("counts lines of code: %s", (_, path, text, count) => {
  expect(countCodeLines(path, text)).toBe(count);
});
