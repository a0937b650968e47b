import type { ScriptedReply } from "./scripted-server.ts";

/** What the person says, in turn, about the sample `broken-cart`. */
export const MESSAGES: readonly string[] = [
  "the tests fail: find the bug and fix it",
  "add a method clear() to src/cart.js that empties the cart, and write a test for it in test/cart.test.js",
  "how are the shipping costs decided?",
  "change formatCents in src/money.js so that it takes the currency as a second parameter, EUR if there is none",
  "create CHANGELOG.md with one line for each thing that was done today",
];

const call = (name: string, given: Readonly<Record<string, unknown>>) => ({ name, arguments: given });
const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const fencedCall = (name: string, given: Readonly<Record<string, unknown>>): string =>
  fenced("json", JSON.stringify(call(name, given), null, 2));

const cart = (worth: string): string =>
  fenced(
    "javascript",
    `export class Cart {
  #lines = new Map();

  add(product, quantity = 1) {
    if (!Number.isInteger(quantity) || quantity < 1) {
      throw new RangeError(\`quantity must be a whole number above 0, not \${quantity}\`);
    }
    const line = this.#lines.get(product.id);
    if (line) {
      line.quantity += quantity;
    } else {
      this.#lines.set(product.id, { product, quantity });
    }
    return this;
  }

  remove(id) {
    return this.#lines.delete(id);
  }

  get lines() {
    return [...this.#lines.values()];
  }

  // Number of pieces, not of different products.
  count() {
    return this.lines.reduce((sum, line) => sum + line.quantity, 0);
  }

  // Worth of all pieces in cents, before discount and shipping.
  subtotal() {
    return this.lines.reduce((sum, line) => sum + ${worth}, 0);
  }
}`,
  );

const money = `// Amounts are whole cents, so that sums stay exact.

export function toCents(amount) {
  return Math.round(amount * 100);
}

export function formatCents(cents, currency = "EUR") {
  return \`\${(cents / 100).toFixed(2)} \${currency}\`;
}`;

const clearTest = `test("a cleared cart is empty", () => {
  const cart = new Cart().add(tea, 2);
  cart.clear();
  assert.equal(cart.count(), 0);
});

test("a quantity of 0 is refused", () => {`;

/** What the model says, step by step: calls in the server's form, in fenced JSON and in tags, whole files, and plain words. */
export const REPLIES: readonly ScriptedReply[] = [
  { text: "I'll look at the failing test first.", calls: [call("read", { path: "test/cart.test.js" })] },
  { calls: [call("read", { path: "src/checkout.js" }), call("grep", { pattern: "subtotal|quantity", path: "src" })] },
  { text: `Let me see what else is there.\n\n${fencedCall("list", {})}` },
  { text: fencedCall("bash", { command: "npm test" }) },
  { text: "The worth of a line is summed without its quantity, so three pieces cost as much as one." },
  { text: `Here is the corrected file:\n\n${cart("line.product.price + line.quantity")}` },
  { text: `The quantity has to be a factor. src/cart.js:\n\n${cart("line.product.price * line.quantity")}` },

  { calls: [call("read", { path: "src/cart.js" })] },
  {
    text: "I add the method before remove().",
    calls: [
      call("edit", {
        path: "src/cart.js",
        old: "  remove(id) {",
        new: "  clear() {\n    this.#lines.clear();\n    return this;\n  }\n\n  remove(id) {",
      }),
    ],
  },
  {
    text: `Now the test.\n\n${fencedCall("edit", { path: "test/cart.test.js", old: 'test("a quantity of 0 is refused", () => {', new: clearTest })}`,
  },
  { text: `<tool_call>\n${JSON.stringify(call("bash", { command: "npm test" }))}\n</tool_call>` },
  { text: "Cart has a method clear() now; it is in src/cart.js, with a test in test/cart.test.js." },

  { calls: [call("grep", { pattern: "SHIPPING|shipping" }), call("read", { path: "README.md" })] },
  { text: fencedCall("read", { path: "test/checkout.test.js" }) },
  {
    text: "checkout() in src/checkout.js decides it.\n\n1. The discount is taken off the subtotal first.\n2. If nothing is left to pay, or at least 5000 cents (50 EUR), shipping is free.\n3. Otherwise it costs 490 cents.\n\nSo a code can bring an order of 50 EUR below the limit, and shipping has to be paid.",
  },

  { calls: [call("glob", { pattern: "src/**/*.js" }), call("grep", { pattern: "formatCents" })] },
  { text: `src/money.js:\n\n${fenced("js", money)}` },

  {
    calls: [
      call("write", {
        path: "CHANGELOG.md",
        content:
          "# Changes\n\n- The subtotal counts every piece of a line.\n- `Cart.clear()` empties the cart.\n- `formatCents` takes a currency.\n",
      }),
    ],
  },
  { calls: [call("bash", { command: "npm test" })] },
  { text: "CHANGELOG.md holds the three changes, and all tests pass." },
];
