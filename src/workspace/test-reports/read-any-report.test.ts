import { expect, test } from "vitest";
import { readAnyReport } from "./read-any-report.ts";

test("go test: the failed test by name, its lines first", () => {
  const output = `--- FAIL: TestLeapYear (0.00s)
    --- FAIL: TestLeapYear/century (0.00s)
        leap_test.go:11: IsLeapYear(1900) = true, want false
FAIL
FAIL	leap	0.002s
FAIL
`;
  expect(readAnyReport(output)).toMatchObject({ failed: ["TestLeapYear", "TestLeapYear/century"], passed: null });
  expect(readAnyReport(output).failure).toContain("IsLeapYear(1900) = true, want false");
});

test("cargo test: counts are summed over its programs, the panic is the failure", () => {
  const output = `
running 2 tests
.F
failures:

---- tests::century stdout ----

thread 'tests::century' panicked at src/lib.rs:12:9:
assertion \`left == right\` failed
  left: true
 right: false

test result: FAILED. 1 passed; 1 failed; 0 ignored

running 3 tests
...
test result: ok. 3 passed; 0 failed; 0 ignored
`;
  expect(readAnyReport(output)).toMatchObject({ passed: 4, ran: 5 });
  expect(readAnyReport(output).failure.split("\n")[0]).toBe("---- tests::century stdout ----");
});

test("Jest and Vitest count tests, not files", () => {
  expect(
    readAnyReport("Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 7 passed, 8 total\n"),
  ).toMatchObject({ passed: 7, ran: 8 });
  expect(readAnyReport(" Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)\n")).toMatchObject({
    passed: 3,
    ran: 4,
  });
  expect(readAnyReport("  ● cart › adds\n\n    expected 2\n").failed).toEqual(["cart › adds"]);
});

test("an unknown runner: head and tail", () => {
  const { failure, passed } = readAnyReport(Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n"));
  expect(passed).toBeNull();
  expect(failure.split("\n")).toHaveLength(40);
  expect(failure).toContain("line 0\n");
  expect(failure).toContain("line 499");
});
