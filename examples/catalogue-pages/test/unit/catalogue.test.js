import assert from "node:assert/strict";
import { it } from "node:test";
import { findBooks, showPage } from "../../app/catalogue.js";

const books = [
  { title: "Middlemarch", author: "George Eliot" },
  { title: "Emma", author: "Jane Austen" },
  { title: "Persuasion", author: "Jane Austen" },
];

it("finds books by author, ordered by title", () => {
  const titles = findBooks(books, "austen").map(({ title }) => title);
  assert.deepEqual(titles, ["Emma", "Persuasion"]);
});

it("finds nothing where nothing fits", () => {
  assert.deepEqual(findBooks(books, "tolstoy"), []);
});

it("shows how many pages there are", () => {
  const shown = showPage(books, 1, 3);
  assert.equal(shown.split("\n").at(-1), "page 1 of 1");
});
