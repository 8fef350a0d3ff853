import type { Counts } from "./report.ts";

/** How often each comes up, the most frequent first, then by name. */
export function countsOf(names: Iterable<string | undefined>): Counts {
  const counts: Record<string, number> = Object.create(null);
  for (const name of names) {
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return sortedCounts(counts);
}

export function addCounts(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = Object.create(null);
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  }
  return sortedCounts(sums);
}

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function sortedCounts(counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : a > b ? 1 : 0)),
  );
}
