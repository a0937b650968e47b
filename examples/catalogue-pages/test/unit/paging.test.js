import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { page, pageCount } from "../../app/paging.js";

const letters = [..."abcdefg"];

describe("paging", () => {
  it("has one page for an empty list", () => {
    assert.equal(pageCount(0, 3), 1);
  });

  it("has full pages only when the items fit exactly", () => {
    assert.equal(pageCount(6, 3), 2);
  });

  it("counts a page that is not full", () => {
    assert.equal(pageCount(7, 3), 3);
  });

  it("starts at page 1", () => {
    const first = page(letters, 1, 3);
    assert.deepEqual(first.items, ["a", "b", "c"]);
    assert.equal(first.previous, null);
    assert.equal(first.next, 2);
  });

  it("shows the items that are left on the last page", () => {
    const last = page(letters, 3, 3);
    assert.deepEqual(last.items, ["g"]);
    assert.equal(last.next, null);
  });

  it("refuses pages that do not exist", () => {
    assert.throws(() => page(letters, 0, 3), RangeError);
    assert.throws(() => page(letters, 4, 3), RangeError);
  });
});
