import { readdirSync, readFileSync } from "node:fs";

/** A heading and rows with aligned columns; the first is text, the others are numbers. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const all = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  console.log(`\n${title}`);
  for (const row of all) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join("   ")}`);
  }
}

export const ms = (milliseconds: number): string => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;

export const ratio = (one: number, other: number): string => `${(one / other).toFixed(2)}×`;

/**
 * Milliseconds that all threads of a process have worked so far; NaN where the system does not say so to the nanosecond (other systems than Linux). Time
 * spent waiting for a core is not in it; what others push out of the caches is.
 */
export function cpuTime(pid: number | undefined): number {
  const folder = `/proc/${pid}/task`;
  try {
    const nanoseconds = readdirSync(folder).map((thread) => {
      const [worked] = readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ");
      return Number(worked);
    });
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}
