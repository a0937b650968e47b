import { expect, test } from "vitest";
import { readTap } from "./read-tap.ts";

// Recorded from `node --test` of Node.js 20.20 in a pipe.
const tap = `TAP version 13
# some noise
# Subtest: an empty cart costs nothing
not ok 1 - an empty cart costs nothing
  ---
  duration_ms: 2.211998
  location: '/home/ann/shop/test/cart.test.js:5:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly equal:
    
    1 !== 0
    
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: 0
  actual: 1
  operator: 'strictEqual'
  stack: |-
    TestContext.<anonymous> (file:///home/ann/shop/test/cart.test.js:6:10)
    Test.runInAsyncScope (node:async_hooks:206:9)
    Test.run (node:internal/test_runner/test:796:25)
    Test.processPendingSubtests (node:internal/test_runner/test:526:18)
    node:internal/test_runner/harness:255:12
    node:internal/process/task_queues:140:7
    AsyncResource.runInAsyncScope (node:async_hooks:206:9)
    AsyncResource.runMicrotask (node:internal/process/task_queues:137:8)
  ...
# Subtest: adds
not ok 2 - adds
  ---
  duration_ms: 1.470123
  location: '/home/ann/shop/test/cart.test.js:8:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly deep-equal:
    + actual - expected
    
      {
        a: 1,
        b: [
          1,
          2,
    +     3
    -     4
        ]
      }
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected:
    a: 1
    b:
      0: 1
      1: 2
      2: 4
  actual:
    a: 1
    b:
      0: 1
      1: 2
      2: 3
  operator: 'deepStrictEqual'
  stack: |-
    TestContext.<anonymous> (file:///home/ann/shop/test/cart.test.js:9:10)
    Test.runInAsyncScope (node:async_hooks:206:9)
    Test.run (node:internal/test_runner/test:796:25)
    Test.processPendingSubtests (node:internal/test_runner/test:526:18)
    Test.postRun (node:internal/test_runner/test:889:19)
    Test.run (node:internal/test_runner/test:835:12)
    async Test.processPendingSubtests (node:internal/test_runner/test:526:7)
  ...
# Subtest: group
    # Subtest: first price
    not ok 1 - first price
      ---
      duration_ms: 2.381083
      location: '/home/ann/shop/test/cart.test.js:12:3'
      failureType: 'testCodeFailure'
      error: "Cannot read properties of undefined (reading 'price')"
      code: 'ERR_TEST_FAILURE'
      name: 'TypeError'
      stack: |-
        first (file:///home/ann/shop/src/cart.js:5:19)
        TestContext.<anonymous> (file:///home/ann/shop/test/cart.test.js:14:5)
        Test.runInAsyncScope (node:async_hooks:206:9)
        Test.run (node:internal/test_runner/test:796:25)
        Test.start (node:internal/test_runner/test:702:17)
        node:internal/test_runner/test:1133:71
        node:internal/per_context/primordials:482:82
        new Promise (<anonymous>)
        new SafePromise (node:internal/per_context/primordials:450:29)
        node:internal/per_context/primordials:482:9
      ...
    # Subtest: passes
    ok 2 - passes
      ---
      duration_ms: 0.129038
      ...
    1..2
not ok 3 - group
  ---
  duration_ms: 2.89497
  type: 'suite'
  location: '/home/ann/shop/test/cart.test.js:11:1'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
1..3
# tests 4
# suites 1
# pass 1
# fail 3
# cancelled 0
# skipped 0
# todo 0
# duration_ms 141.503278
`;

const tapSyntax = String.raw`TAP version 13
# file:///home/ann/shop/src/cart.js:2
#   return items.reduce((sum, item => sum + item.price, 1);
#                                                        ^
# SyntaxError: missing ) after argument list
#     at compileSourceTextModule (node:internal/modules/esm/utils:346:16)
#     at ModuleLoader.moduleStrategy (node:internal/modules/esm/translators:146:18)
#     at \#translate (node:internal/modules/esm/loader:497:12)
#     at ModuleLoader.loadAndTranslate (node:internal/modules/esm/loader:544:27)
# Node.js v20.20.2
# Subtest: /home/ann/shop/test/cart.test.js
not ok 1 - /home/ann/shop/test/cart.test.js
  ---
  duration_ms: 96.593553
  location: '/home/ann/shop/test/cart.test.js:1:1'
  failureType: 'testCodeFailure'
  exitCode: 1
  signal: ~
  error: 'test failed'
  code: 'ERR_TEST_FAILURE'
  ...
1..1
# tests 1
# suites 0
# pass 0
# fail 1
# cancelled 0
# skipped 0
# todo 0
# duration_ms 101.633213
`;

const tapImport = `TAP version 13
# file:///home/ann/shop/test/cart.test.js:3
# import { total, first } from "../src/cart.js";
#                 ^^^^^
# SyntaxError: The requested module '../src/cart.js' does not provide an export named 'first'
#     at ModuleJob._instantiate (node:internal/modules/esm/module_job:213:21)
#     at async ModuleJob.run (node:internal/modules/esm/module_job:320:5)
#     at async ModuleLoader.import (node:internal/modules/esm/loader:606:24)
#     at async asyncRunEntryPointWithESMLoader (node:internal/modules/run_main:117:5)
# Node.js v20.20.2
# Subtest: /home/ann/shop/test/cart.test.js
not ok 1 - /home/ann/shop/test/cart.test.js
  ---
  duration_ms: 91.139063
  location: '/home/ann/shop/test/cart.test.js:1:1'
  failureType: 'testCodeFailure'
  exitCode: 1
  signal: ~
  error: 'test failed'
  code: 'ERR_TEST_FAILURE'
  ...
1..1
# tests 1
# suites 0
# pass 0
# fail 1
# cancelled 0
# skipped 0
# todo 0
# duration_ms 96.458115
`;

test("failed tests: counts, names, and the first failure without noise", () =>
  expect(readTap(tap)).toMatchInlineSnapshot(`
  {
    "failed": [
      "an empty cart costs nothing",
      "adds",
      "group > first price",
    ],
    "failure": "FAILED: an empty cart costs nothing
  Expected values to be strictly equal:

  1 !== 0
  expected: 0
  actual: 1
      at file:///home/ann/shop/test/cart.test.js:6:10",
    "nearest": "first",
    "passed": 1,
    "ran": 4,
  }
`));

test("a syntax error in the code under test", () =>
  expect(readTap(tapSyntax)).toMatchInlineSnapshot(`
  {
    "failed": [
      "/home/ann/shop/test/cart.test.js",
    ],
    "failure": "FAILED: /home/ann/shop/test/cart.test.js
  file:///home/ann/shop/src/cart.js:2
    return items.reduce((sum, item => sum + item.price, 1);
                                                         ^
  SyntaxError: missing ) after argument list",
    "nearest": "first",
    "passed": 0,
    "ran": 1,
  }
`));

test("an import that can't be resolved", () =>
  expect(readTap(tapImport)).toMatchInlineSnapshot(`
  {
    "failed": [
      "/home/ann/shop/test/cart.test.js",
    ],
    "failure": "FAILED: /home/ann/shop/test/cart.test.js
  file:///home/ann/shop/test/cart.test.js:3
  import { total, first } from "../src/cart.js";
                  ^^^^^
  SyntaxError: The requested module '../src/cart.js' does not provide an export named 'first'",
    "nearest": "first",
    "passed": 0,
    "ran": 1,
  }
`));
