/** Milliseconds of one run of each, the median; runs once before to warm up what is not measured. */
export interface Sides {
  readonly store: number;
  readonly sqlite: number;
}

export function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

export function percentile95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** Runs both sides item by item in turn, so that both see the same state of the machine. */
export async function sideBySide<Item>(
  items: readonly Item[],
  store: (item: Item) => Promise<unknown>,
  sqlite: (item: Item) => unknown,
): Promise<Sides> {
  const times: { store: number[]; sqlite: number[] } = { store: [], sqlite: [] };
  for (const item of items) {
    const start = performance.now();
    await store(item);
    const middle = performance.now();
    sqlite(item);
    times.store.push(middle - start);
    times.sqlite.push(performance.now() - middle);
  }
  return { store: median(times.store), sqlite: median(times.sqlite) };
}
