import { expect, it } from "vitest";
import { topLevelNames } from "./top-level-names.ts";

it.each([
  [
    "a.js",
    "export class Cart {}\nconst x = 1;\nexport default async function go() {}\n  const inner = 2;",
    ["Cart", "x", "go"],
    ["Cart", "go"],
  ],
  ["a.ts", "type A = 1;\nfunction* each() {}\nexport { A, each as every };", ["A", "each"], ["A", "every"]],
  ["a.cjs", "function f() {}\nmodule.exports = { f, g: f };\nexports.h = 1;", ["f"], ["f", "g", "h"]],
  ["a.py", "import x\ndef f(): pass\nclass C:\n  def method(self): pass\nasync def g(): pass", ["f", "C", "g"], []],
  ["a.go", "func (c *Cart) Add() {}\nfunc main() {}\ntype Cart struct{}", ["Add", "main", "Cart"], []],
  ["a.rs", "pub fn add() {}\nstruct S;", ["add", "S"], []],
  ["a.txt", "def f(): pass", [], []],
])("%s", (path, text, defined, exported) => {
  expect(topLevelNames(path, text)).toEqual({ defined, exported });
});
