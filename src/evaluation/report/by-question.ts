import type { ItemRecord } from "../run/item-record.ts";

/** One number for each question that has it: the mean of its repeats, in the order in which the questions come up. */
export function byQuestion(
  records: readonly ItemRecord[],
  figureOf: (record: ItemRecord) => number | undefined,
): ReadonlyMap<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const record of records) {
    const value = figureOf(record);
    // What cannot be written as JSON comes back as null.
    if (value === undefined || !Number.isFinite(value)) continue;
    const before = sums.get(record.task) ?? { sum: 0, count: 0 };
    sums.set(record.task, { sum: before.sum + value, count: before.count + 1 });
  }
  return new Map([...sums].map(([task, { sum, count }]) => [task, sum / count]));
}

export function meanOf(values: Iterable<number>): number | undefined {
  let [sum, count] = [0, 0];
  for (const value of values) {
    sum += value;
    count++;
  }
  return count === 0 ? undefined : sum / count;
}
