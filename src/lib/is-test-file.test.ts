import { expect, test } from "vitest";
import { isTestFile } from "./is-test-file.ts";

test.each([
  "test/cart.test.js",
  "src/cart.spec.ts",
  "leap_test.py",
  "tests/test_leap.py",
  "test_leap.py",
  "conftest.py",
  "leap.spec.js",
  "pkg/leap_test.go",
  "tests/leap.rs",
  "src/test/java/LeapTest.java",
  "LeapTest.java",
  "src/__tests__/a.tsx",
  "spec/leap_spec.rb",
  "leap_test.cpp",
  "LeapTests.swift",
  "test-cart.mjs",
  "spec/fixtures/a.json",
])("%s is one", (path) => expect(isTestFile(path)).toBe(true));

test.each([
  "src/cart.js",
  "leap.py",
  "contest.py",
  "src/latest.js",
  "src/testing/create.ts",
  "attest.go",
  "src/lib.rs",
  "Contest.java",
  "protest_utils.py",
  "src/lib/is-test-file.ts",
  "test.md",
  "testimonials.js",
])("%s is none", (path) => expect(isTestFile(path)).toBe(false));
