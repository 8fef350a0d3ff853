/** Parts of a budget: what is small is met whole, and the rest is shared evenly among what is larger. */
export function sharedBudget(wanted: readonly number[], budget: number): readonly number[] {
  const given = wanted.map(() => 0);
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  let left = budget;
  for (const [done, at] of order.entries()) {
    const share = Math.floor(left / (order.length - done));
    given[at] = Math.min(wanted[at] ?? 0, share);
    left -= given[at] ?? 0;
  }
  return given;
}
