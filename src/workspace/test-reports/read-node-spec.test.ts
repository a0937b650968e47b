import { expect, test } from "vitest";
import { readNodeSpec } from "./read-node-spec.ts";

// Recorded from `node --test` of Node.js 24.21 in a pipe.
const spec = `some noise
✖ an empty cart costs nothing (1.327711ms)
✖ adds (1.279628ms)
▶ group
  ✖ first price (0.974705ms)
  ✔ passes (0.251087ms)
✖ group (2.841305ms)
ℹ tests 4
ℹ suites 1
ℹ pass 1
ℹ fail 3
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms 76.417973

✖ failing tests:

test at test/cart.test.js:5:1
✖ an empty cart costs nothing (1.327711ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  
  1 !== 0
  
      at TestContext.<anonymous> (file:///home/ann/shop/test/cart.test.js:6:10)
      at Test.runInAsyncScope (node:async_hooks:227:14)
      at Test.run (node:internal/test_runner/test:1402:25)
      at Test.start (node:internal/test_runner/test:1262:17)
      at startSubtestAfterBootstrap (node:internal/test_runner/harness:387:17) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: 1,
    expected: 0,
    operator: 'strictEqual',
    diff: 'simple'
  }

test at test/cart.test.js:8:1
✖ adds (1.279628ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
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
  
      at TestContext.<anonymous> (file:///home/ann/shop/test/cart.test.js:9:10)
      at Test.runInAsyncScope (node:async_hooks:227:14)
      at Test.run (node:internal/test_runner/test:1402:25)
      at Test.processPendingSubtests (node:internal/test_runner/test:974:18)
      at Test.postRun (node:internal/test_runner/test:1542:19)
      at Test.run (node:internal/test_runner/test:1467:12)
      at async startSubtestAfterBootstrap (node:internal/test_runner/harness:387:3) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: { a: 1, b: [ 1, 2, 3 ] },
    expected: { a: 1, b: [ 1, 2, 4 ] },
    operator: 'deepStrictEqual',
    diff: 'simple'
  }

test at test/cart.test.js:12:3
✖ first price (0.974705ms)
  TypeError: Cannot read properties of undefined (reading 'price')
      at first (file:///home/ann/shop/src/cart.js:5:19)
      at TestContext.<anonymous> (file:///home/ann/shop/test/cart.test.js:14:5)
      at Test.runInAsyncScope (node:async_hooks:227:14)
      at Test.run (node:internal/test_runner/test:1402:25)
      at Test.start (node:internal/test_runner/test:1262:17)
      at node:internal/test_runner/test:1903:71
      at node:internal/per_context/primordials:504:82
      at new Promise (<anonymous>)
      at new SafePromise (node:internal/per_context/primordials:478:3)
      at node:internal/per_context/primordials:504:9
`;

const specSyntax = `file:///home/ann/shop/src/cart.js:2
  return items.reduce((sum, item => sum + item.price, 1);
                                                       ^

SyntaxError: missing ) after argument list
    at compileSourceTextModule (node:internal/modules/esm/utils:319:16)
    at ModuleLoader.moduleStrategy (node:internal/modules/esm/translators:89:18)
    at #translate (node:internal/modules/esm/loader:438:20)
    at afterLoad (node:internal/modules/esm/loader:506:29)
    at ModuleLoader.loadAndTranslate (node:internal/modules/esm/loader:511:12)
    at #getOrCreateModuleJobAfterResolve (node:internal/modules/esm/loader:564:36)
    at afterResolve (node:internal/modules/esm/loader:611:52)
    at ModuleLoader.getOrCreateModuleJob (node:internal/modules/esm/loader:617:12)
    at ModuleJob.syncLink (node:internal/modules/esm/module_job:276:33)
    at ModuleJob.link (node:internal/modules/esm/module_job:381:17)

Node.js v24.21.0
✖ test/cart.test.js (38.543132ms)
ℹ tests 1
ℹ suites 0
ℹ pass 0
ℹ fail 1
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms 53.366708

✖ failing tests:

test at test/cart.test.js:1:1
✖ test/cart.test.js (38.543132ms)
  'test failed'
`;

const specImport = `file:///home/ann/shop/test/cart.test.js:3
import { total, first } from "../src/cart.js";
                ^^^^^
SyntaxError: The requested module '../src/cart.js' does not provide an export named 'first'
    at #asyncInstantiate (node:internal/modules/esm/module_job:455:21)
    at async ModuleJob.run (node:internal/modules/esm/module_job:553:5)
    at async node:internal/modules/esm/loader:647:26
    at async asyncRunEntryPointWithESMLoader (node:internal/modules/run_main:101:5)

Node.js v24.21.0
✖ test/cart.test.js (43.904488ms)
ℹ tests 1
ℹ suites 0
ℹ pass 0
ℹ fail 1
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms 57.733946

✖ failing tests:

test at test/cart.test.js:1:1
✖ test/cart.test.js (43.904488ms)
  'test failed'
`;

test("failed tests: counts, names, and the first failure without noise", () =>
  expect(readNodeSpec(spec)).toMatchInlineSnapshot(`
  {
    "failed": [
      "an empty cart costs nothing",
      "adds",
      "first price",
    ],
    "failure": "FAILED: an empty cart costs nothing
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

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
  expect(readNodeSpec(specSyntax)).toMatchInlineSnapshot(`
  {
    "failed": [
      "test/cart.test.js",
    ],
    "failure": "FAILED: test/cart.test.js
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
  expect(readNodeSpec(specImport)).toMatchInlineSnapshot(`
  {
    "failed": [
      "test/cart.test.js",
    ],
    "failure": "FAILED: test/cart.test.js
  file:///home/ann/shop/test/cart.test.js:3
  import { total, first } from "../src/cart.js";
                  ^^^^^
  SyntaxError: The requested module '../src/cart.js' does not provide an export named 'first'",
    "nearest": "first",
    "passed": 0,
    "ran": 1,
  }
`));
