import { page } from "./paging.js";

export function findBooks(books, words) {
  const wanted = words.toLowerCase();
  return books
    .filter(({ title, author }) => `${title} ${author}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.title.localeCompare(b.title));
}

export function showPage(books, number, size) {
  const shown = page(books, number, size);
  const lines = shown.items.map(({ title, author }) => `${title} (${author})`);
  return [...lines, `page ${shown.number} of ${shown.pages}`].join("\n");
}
