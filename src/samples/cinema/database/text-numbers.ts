/** Cents as the cash desks print them: `12,50`. */
export function commaAmount(cents: number): string {
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;
}

/** Thousands apart: `1 204 500`. */
export function spacedNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, " ");
}
