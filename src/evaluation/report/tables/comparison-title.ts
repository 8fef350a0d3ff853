import type { Comparison } from "../comparison.ts";

/** What is beside what, for the head of a page. */
export function comparisonTitle({ a, b, benchmark }: Pick<Comparison, "a" | "b" | "benchmark">): string {
  return `${a === b ? `Configurations of ${a}` : `${b} beside ${a}`} on ${benchmark}`;
}
