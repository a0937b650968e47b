/** Runs the cases of `cases.jsonl`, one `[arguments, wanted]` a line. The program is imported inside the test, so that one that ends Python counts as an error. */
export function caseTests(program: string): string {
  return `import json
import unittest
from pathlib import Path


def plain(value):
    """Generators, tuples and sets as lists, so that they compare with JSON."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(inner) for inner in value)
    return [plain(inner) for inner in value]


class Cases(unittest.TestCase):
    def test_cases(self):
        from ${program} import ${program}

        lines = Path(__file__).with_name("cases.jsonl").read_text(encoding="utf-8").splitlines()
        for line in lines:
            given, wanted = json.loads(line)
            arguments = given if isinstance(given, list) else [given]
            # Programs that approximate take how exact they have to be as the last argument.
            delta = arguments[-1] if isinstance(arguments[-1], float) else 1e-9
            with self.subTest(line):
                got = plain(${program}(*arguments))
                if isinstance(got, float):
                    self.assertAlmostEqual(got, wanted, delta=delta)
                else:
                    self.assertEqual(got, wanted)


if __name__ == "__main__":
    unittest.main()
`;
}

/** Runs the test functions of a module, in their order there, without pytest. */
export function functionTests(module: string): string {
  return `import unittest


class Checks(unittest.TestCase):
    def test_checks(self):
        import ${module}

        checks = [value for name, value in vars(${module}).items() if name.startswith("test") and callable(value)]
        self.assertTrue(checks)
        for check in checks:
            with self.subTest(check.__name__):
                check()


if __name__ == "__main__":
    unittest.main()
`;
}
