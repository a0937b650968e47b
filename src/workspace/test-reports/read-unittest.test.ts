import { expect, test } from "vitest";
import { readUnittest } from "./read-unittest.ts";

// Recorded from `python3 -m unittest -q` of Python 3.11.
const unittest = `noise
======================================================================
ERROR: test_crash (leap_test.LeapTest.test_crash)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/ann/leap/leap_test.py", line 17, in test_crash
    crash(3)
  File "/home/ann/leap/leap.py", line 4, in crash
    return x.missing
           ^^^^^^^^^
AttributeError: 'int' object has no attribute 'missing'

======================================================================
FAIL: test_divisible_by_100 (leap_test.LeapTest.test_divisible_by_100)
A century is not a leap year
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/ann/leap/leap_test.py", line 10, in test_divisible_by_100
    self.assertIs(leap_year(1900), False)
AssertionError: True is not False

======================================================================
FAIL: test_list (leap_test.LeapTest.test_list)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/ann/leap/leap_test.py", line 13, in test_list
    self.assertEqual([1, 2, 3], [1, 2, 4])
AssertionError: Lists differ: [1, 2, 3] != [1, 2, 4]

First differing element 2:
3
4

- [1, 2, 3]
?        ^

+ [1, 2, 4]
?        ^


======================================================================
FAIL: test_sub (leap_test.LeapTest.test_sub) (year=1900)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/ann/leap/leap_test.py", line 22, in test_sub
    self.assertFalse(leap_year(y))
AssertionError: True is not false

======================================================================
FAIL: test_sub (leap_test.LeapTest.test_sub) (year=1800)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/ann/leap/leap_test.py", line 22, in test_sub
    self.assertFalse(leap_year(y))
AssertionError: True is not false

----------------------------------------------------------------------
Ran 5 tests in 0.001s

FAILED (failures=4, errors=1)
`;

const unittestSyntax = `Traceback (most recent call last):
  File "<frozen runpy>", line 198, in _run_module_as_main
  File "<frozen runpy>", line 88, in _run_code
  File "/usr/lib/python3.11/unittest/__main__.py", line 18, in <module>
    main(module=None)
  File "/usr/lib/python3.11/unittest/main.py", line 101, in __init__
    self.parseArgs(argv)
  File "/usr/lib/python3.11/unittest/main.py", line 150, in parseArgs
    self.createTests()
  File "/usr/lib/python3.11/unittest/main.py", line 161, in createTests
    self.test = self.testLoader.loadTestsFromNames(self.testNames,
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/unittest/loader.py", line 232, in loadTestsFromNames
    suites = [self.loadTestsFromName(name, module) for name in names]
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/unittest/loader.py", line 232, in <listcomp>
    suites = [self.loadTestsFromName(name, module) for name in names]
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/unittest/loader.py", line 162, in loadTestsFromName
    module = __import__(module_name)
             ^^^^^^^^^^^^^^^^^^^^^^^
  File "/home/ann/leap/leap_test.py", line 2, in <module>
    from leap import leap_year, crash
  File "/home/ann/leap/leap.py", line 1
    def leap_year(year)
                       ^
SyntaxError: expected ':'
`;

const unittestImport = `======================================================================
ERROR: leap_test (unittest.loader._FailedTest.leap_test)
----------------------------------------------------------------------
ImportError: Failed to import test module: leap_test
Traceback (most recent call last):
  File "/usr/lib/python3.11/unittest/loader.py", line 162, in loadTestsFromName
    module = __import__(module_name)
             ^^^^^^^^^^^^^^^^^^^^^^^
  File "/home/ann/leap/leap_test.py", line 2, in <module>
    from leap import leap_year, crash
ImportError: cannot import name 'leap_year' from 'leap' (/home/ann/leap/leap.py)


----------------------------------------------------------------------
Ran 1 test in 0.000s

FAILED (errors=1)
`;

test("failed tests: counts, names, and the first failure without noise", () =>
  expect(readUnittest(unittest)).toMatchInlineSnapshot(`
  {
    "failed": [
      "leap_test.LeapTest.test_crash",
      "leap_test.LeapTest.test_divisible_by_100",
      "leap_test.LeapTest.test_list",
      "leap_test.LeapTest.test_sub (year=1900)",
      "leap_test.LeapTest.test_sub (year=1800)",
    ],
    "failure": "ERROR: test_crash (leap_test.LeapTest.test_crash)
    File "/home/ann/leap/leap_test.py", line 17, in test_crash
      crash(3)
    File "/home/ann/leap/leap.py", line 4, in crash
      return x.missing
             ^^^^^^^^^
  AttributeError: 'int' object has no attribute 'missing'",
    "nearest": "last",
    "passed": 1,
    "ran": 5,
  }
`));

test("a syntax error in the code under test", () =>
  expect(readUnittest(unittestSyntax)).toMatchInlineSnapshot(`
  {
    "failed": [],
    "failure": "Traceback (most recent call last):
    File "/home/ann/leap/leap_test.py", line 2, in <module>
      from leap import leap_year, crash
    File "/home/ann/leap/leap.py", line 1
      def leap_year(year)
                         ^
  SyntaxError: expected ':'",
    "nearest": "last",
    "passed": 0,
    "ran": 0,
  }
`));

test("an import that can't be resolved", () =>
  expect(readUnittest(unittestImport)).toMatchInlineSnapshot(`
  {
    "failed": [
      "unittest.loader._FailedTest.leap_test",
    ],
    "failure": "ERROR: leap_test (unittest.loader._FailedTest.leap_test)
  ImportError: Failed to import test module: leap_test
    File "/home/ann/leap/leap_test.py", line 2, in <module>
      from leap import leap_year, crash
  ImportError: cannot import name 'leap_year' from 'leap' (/home/ann/leap/leap.py)",
    "nearest": "last",
    "passed": 0,
    "ran": 1,
  }
`));
