import { formatCents } from "./money.js";

const SHIPPING = 490;
const FREE_SHIPPING_FROM = 5000;

const DISCOUNT_PERCENT = { WELCOME: 10, FRIENDS: 20 };

export function discountFor(code, subtotal) {
  const percent = DISCOUNT_PERCENT[code] ?? 0;
  return Math.round((subtotal * percent) / 100);
}

export function checkout(cart, code) {
  const subtotal = cart.subtotal();
  const discount = discountFor(code, subtotal);
  const goods = subtotal - discount;
  const shipping = goods === 0 || goods >= FREE_SHIPPING_FROM ? 0 : SHIPPING;
  return { subtotal, discount, shipping, total: goods + shipping };
}

export function receipt(cart, code) {
  const bill = checkout(cart, code);
  const lines = cart.lines.map(({ product, quantity }) => `${quantity} x ${product.name}`);
  return [...lines, `Total: ${formatCents(bill.total)}`].join("\n");
}
