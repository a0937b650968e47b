import { expect, test } from "vitest";
import { readPytest } from "./read-pytest.ts";

// Recorded from `python3 -m pytest -q`, pytest 9.2.
const pytest = `FF.F.                                                                  [100%]
=================================== FAILURES ===================================
_____________________________ LeapTest.test_crash ______________________________

self = <leap_test.LeapTest testMethod=test_crash>

    def test_crash(self):
        print("noise")
>       crash(3)

leap_test.py:17: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 

x = 3

    def crash(x):
>       return x.missing
               ^^^^^^^^^
E       AttributeError: 'int' object has no attribute 'missing'

leap.py:4: AttributeError
----------------------------- Captured stdout call -----------------------------
noise
________________________ LeapTest.test_divisible_by_100 ________________________

self = <leap_test.LeapTest testMethod=test_divisible_by_100>

    def test_divisible_by_100(self):
        """A century is not a leap year"""
>       self.assertIs(leap_year(1900), False)
E       AssertionError: True is not False

leap_test.py:10: AssertionError
______________________________ LeapTest.test_list ______________________________

self = <leap_test.LeapTest testMethod=test_list>

    def test_list(self):
>       self.assertEqual([1, 2, 3], [1, 2, 4])
E       AssertionError: Lists differ: [1, 2, 3] != [1, 2, 4]
E       
E       First differing element 2:
E       3
E       4
E       
E       - [1, 2, 3]
E       ?        ^
E       
E       + [1, 2, 4]
E       ?        ^

leap_test.py:13: AssertionError
________________________ LeapTest.test_sub (year=1900) _________________________

self = <leap_test.LeapTest testMethod=test_sub>

    def test_sub(self):
        for y in (1900, 1800):
            with self.subTest(year=y):
>               self.assertFalse(leap_year(y))
E               AssertionError: True is not false

leap_test.py:22: AssertionError
________________________ LeapTest.test_sub (year=1800) _________________________

self = <leap_test.LeapTest testMethod=test_sub>

    def test_sub(self):
        for y in (1900, 1800):
            with self.subTest(year=y):
>               self.assertFalse(leap_year(y))
E               AssertionError: True is not false

leap_test.py:22: AssertionError
=========================== short test summary info ============================
FAILED leap_test.py::LeapTest::test_crash - AttributeError: 'int' object has ...
FAILED leap_test.py::LeapTest::test_divisible_by_100 - AssertionError: True i...
FAILED leap_test.py::LeapTest::test_list - AssertionError: Lists differ: [1, ...
SUBFAILED(year=1900) leap_test.py::LeapTest::test_sub - AssertionError: True ...
SUBFAILED(year=1800) leap_test.py::LeapTest::test_sub - AssertionError: True ...
5 failed, 2 passed in 0.03s
`;

const pytestSyntax = `
==================================== ERRORS ====================================
________________________ ERROR collecting leap_test.py _________________________
/usr/lib/python3.11/site-packages/_pytest/python.py:528: in importtestmodule
    mod = import_path(
/usr/lib/python3.11/site-packages/_pytest/pathlib.py:640: in import_path
    importlib.import_module(module_name)
/usr/lib/python3.11/importlib/__init__.py:126: in import_module
    return _bootstrap._gcd_import(name[level:], package, level)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
<frozen importlib._bootstrap>:1204: in _gcd_import
    ???
<frozen importlib._bootstrap>:1176: in _find_and_load
    ???
<frozen importlib._bootstrap>:1147: in _find_and_load_unlocked
    ???
<frozen importlib._bootstrap>:690: in _load_unlocked
    ???
/usr/lib/python3.11/site-packages/_pytest/assertion/rewrite.py:185: in exec_module
    exec(co, module.__dict__)
leap_test.py:2: in <module>
    from leap import leap_year, crash
E     File "/home/ann/leap/leap.py", line 1
E       def leap_year(year)
E                          ^
E   SyntaxError: expected ':'
=========================== short test summary info ============================
ERROR leap_test.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
1 error in 0.13s
`;

const pytestImport = `
==================================== ERRORS ====================================
________________________ ERROR collecting leap_test.py _________________________
ImportError while importing test module '/home/ann/leap/leap_test.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
/usr/lib/python3.11/importlib/__init__.py:126: in import_module
    return _bootstrap._gcd_import(name[level:], package, level)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
leap_test.py:2: in <module>
    from leap import leap_year, crash
E   ImportError: cannot import name 'leap_year' from 'leap' (/home/ann/leap/leap.py)
=========================== short test summary info ============================
ERROR leap_test.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
1 error in 0.09s
`;

test("failed tests: counts, names, and the first failure without noise", () =>
  expect(readPytest(pytest)).toMatchInlineSnapshot(`
  {
    "failed": [
      "leap_test.py::LeapTest::test_crash",
      "leap_test.py::LeapTest::test_divisible_by_100",
      "leap_test.py::LeapTest::test_list",
      "leap_test.py::LeapTest::test_sub",
      "leap_test.py::LeapTest::test_sub",
    ],
    "failure": "FAILED: LeapTest.test_crash
      def test_crash(self):
          print("noise")
  >       crash(3)

  leap_test.py:17: 

  x = 3

      def crash(x):
  >       return x.missing
                 ^^^^^^^^^
  E       AttributeError: 'int' object has no attribute 'missing'

  leap.py:4: AttributeError",
    "nearest": "last",
    "passed": 2,
    "ran": 7,
  }
`));

test("a syntax error in the code under test", () =>
  expect(readPytest(pytestSyntax)).toMatchInlineSnapshot(`
  {
    "failed": [
      "leap_test.py",
    ],
    "failure": "FAILED: ERROR collecting leap_test.py
  leap_test.py:2: in <module>
      from leap import leap_year, crash
  E     File "/home/ann/leap/leap.py", line 1
  E       def leap_year(year)
  E                          ^
  E   SyntaxError: expected ':'",
    "nearest": "last",
    "passed": 0,
    "ran": 1,
  }
`));

test("an import that can't be resolved", () =>
  expect(readPytest(pytestImport)).toMatchInlineSnapshot(`
  {
    "failed": [
      "leap_test.py",
    ],
    "failure": "FAILED: ERROR collecting leap_test.py
  ImportError while importing test module '/home/ann/leap/leap_test.py'.
  Hint: make sure your test modules/packages have valid Python names.
  Traceback:
  leap_test.py:2: in <module>
      from leap import leap_year, crash
  E   ImportError: cannot import name 'leap_year' from 'leap' (/home/ann/leap/leap.py)",
    "nearest": "last",
    "passed": 0,
    "ran": 1,
  }
`));
