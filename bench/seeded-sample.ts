/** The same sample for the same seed on every machine. */
export function seededSample<T>(all: readonly T[], size: number, seed: number): readonly T[] {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, size)
    .map(({ one }) => one);
}
