export class Cart {
  #lines = new Map();

  add(product, quantity = 1) {
    if (!Number.isInteger(quantity) || quantity < 1) {
      throw new RangeError(`quantity must be a whole number above 0, not ${quantity}`);
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
    return this.lines.reduce((sum, line) => sum + line.product.price, 0);
  }
}
