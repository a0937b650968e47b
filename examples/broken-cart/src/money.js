// Amounts are whole cents, so that sums stay exact.

export function toCents(amount) {
  return Math.round(amount * 100);
}

export function formatCents(cents) {
  return `${(cents / 100).toFixed(2)} EUR`;
}
