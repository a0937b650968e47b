import assert from "node:assert/strict";
import { test } from "node:test";
import { Cart } from "../src/cart.js";

const tea = { id: "tea", name: "Green tea", price: 450 };
const cup = { id: "cup", name: "Cup", price: 1200 };

test("an empty cart is worth nothing", () => {
  assert.equal(new Cart().subtotal(), 0);
});

test("different products add up", () => {
  assert.equal(new Cart().add(tea).add(cup).subtotal(), 1650);
});

test("three pieces of a product cost three times its price", () => {
  assert.equal(new Cart().add(tea, 3).subtotal(), 1350);
});

test("the same product added twice is one line", () => {
  const cart = new Cart().add(tea).add(tea, 2);
  assert.equal(cart.lines.length, 1);
  assert.equal(cart.count(), 3);
});

test("a removed product leaves the cart", () => {
  const cart = new Cart().add(tea).add(cup);
  assert.equal(cart.remove("tea"), true);
  assert.equal(cart.subtotal(), 1200);
});

test("a quantity of 0 is refused", () => {
  assert.throws(() => new Cart().add(tea, 0), RangeError);
});
