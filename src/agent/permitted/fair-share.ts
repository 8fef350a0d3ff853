/**
 * At most `limit` members of several lists, in their order: each list gives as many as the others, and what a short one leaves goes to the
 * longer ones.
 */
export function fairShare<T>(lists: readonly (readonly T[])[], limit: number): readonly T[] {
  const taken = lists.map(() => 0);
  let left = limit;
  for (let gave = true; gave && left > 0; ) {
    gave = false;
    for (const [at, list] of lists.entries()) {
      const count = taken[at] ?? 0;
      if (left === 0 || count >= list.length) continue;
      taken[at] = count + 1;
      left--;
      gave = true;
    }
  }
  return lists.flatMap((list, at) => list.slice(0, taken[at]));
}
