import assert from "node:assert/strict";
import { test } from "node:test";
import { Cart } from "../src/cart.js";
import { checkout, receipt } from "../src/checkout.js";

const cup = { id: "cup", name: "Cup", price: 1200 };
const kettle = { id: "kettle", name: "Kettle", price: 5000 };

test("a small order pays for shipping", () => {
  assert.deepEqual(checkout(new Cart().add(cup)), { subtotal: 1200, discount: 0, shipping: 490, total: 1690 });
});

test("orders from 50 euros on ship for free", () => {
  assert.equal(checkout(new Cart().add(kettle)).shipping, 0);
});

test("a code takes its share off before shipping is decided", () => {
  assert.deepEqual(checkout(new Cart().add(kettle), "WELCOME"), {
    subtotal: 5000,
    discount: 500,
    shipping: 490,
    total: 4990,
  });
});

test("the receipt lists the lines and the total", () => {
  assert.equal(receipt(new Cart().add(cup)), "1 x Cup\nTotal: 16.90 EUR");
});
