export const PAGE_SIZE = 10;

export function pageCount(total, size = PAGE_SIZE) {
  if (total === 0) return 1;
  return Math.floor(total / size);
}

// Pages are numbered from 1. A page that does not exist is an error.
export function page(items, number, size = PAGE_SIZE) {
  const pages = pageCount(items.length, size);
  if (number < 1 || number > pages) {
    throw new RangeError(`there is no page ${number}, only 1 to ${pages}`);
  }
  const start = (number - 1) * size;
  return {
    items: items.slice(start, start + size),
    number,
    pages,
    previous: number > 1 ? number - 1 : null,
    next: number < pages ? number + 1 : null,
  };
}
