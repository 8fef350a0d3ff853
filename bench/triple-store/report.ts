import type { Comparison } from "./compare-stores.ts";

const BAR = 30;

export function printComparisons(title: string, results: readonly Comparison[]): void {
  console.log(`\n${title}\n${pad("", 62)}${lead("embedded")}${lead("SQLite")}${lead("ratio")}  goal`);
  for (const { task, store, sqlite, goal } of results) {
    const ratio = sqlite / store;
    const verdict = goal === undefined ? "" : ratio >= goal ? `≥ ${goal} ✓` : `≥ ${goal} ✗`;
    const bar = "█".repeat(Math.max(1, Math.min(BAR, Math.round(Math.log2(Math.max(1, ratio)) * 4))));
    console.log(
      `${pad(task, 62)}${lead(time(store))}${lead(time(sqlite))}${lead(`${ratio.toFixed(1)}×`)}  ${pad(verdict, 6)} ${bar}`,
    );
  }
}

/** Cost of each task by the number of triples, as times and as multiples of the smallest. */
export function printGrowth(
  runs: readonly { readonly triples: number; readonly results: readonly Comparison[] }[],
): void {
  const nameOf = (task: string) => task.replaceAll(/\d{3,}/gu, "n");
  const names = runs[0]?.results.map(({ task }) => nameOf(task)) ?? [];
  console.log(
    `\ngrowth (embedded; SQLite in brackets)\n${pad("", 62)}${runs.map(({ triples }) => lead(`${triples / 1e6} M`, 24)).join("")}`,
  );
  for (const name of names) {
    const cells = runs.map(({ results }) => {
      const one = results.find(({ task }) => nameOf(task) === name);
      return one === undefined ? "" : `${time(one.store)} (${time(one.sqlite)})`;
    });
    console.log(pad(name, 62) + cells.map((cell) => lead(cell, 24)).join(""));
  }
}

function time(milliseconds: number): string {
  return milliseconds < 1
    ? `${(milliseconds * 1_000).toFixed(0)} µs`
    : `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

function pad(text: string, width: number): string {
  return text.padEnd(width);
}

function lead(text: string, width = 12): string {
  return text.padStart(width);
}
