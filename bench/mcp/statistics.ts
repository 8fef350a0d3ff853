export function median(numbers: readonly number[]): number {
  return at(numbers, 0.5);
}

/** The value below which this share of the others lies. */
export function at(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}

/** Milliseconds, and what came of it. */
export async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}
