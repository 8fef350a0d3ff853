import { SIMULATION_LABEL, type SimulationReport, type SimulationRow } from "./simulation-row.ts";

const COLUMNS: readonly { readonly title: string; readonly of: (row: SimulationRow) => string }[] = [
  { title: "set", of: ({ set }) => set },
  { title: "fault", of: ({ fault }) => fault },
  { title: "rate", of: ({ rate }) => rate.toFixed(1) },
  { title: "arm", of: ({ arm }) => arm },
  { title: "success", of: (row) => `${percent(row.success)} ${row.measure}` },
  { title: "95 %", of: (row) => `${percent(row.successLow)}–${percent(row.successHigh)}` },
  { title: "tokens", of: ({ inputTokens }) => String(Math.round(inputTokens)) },
  { title: "rounds", of: ({ rounds }) => rounds.toFixed(1) },
  { title: "faults", of: ({ faults }) => String(faults) },
  { title: "repaired", of: ({ repaired, faults }) => share(repaired, faults) },
  { title: "first suggestion right", of: (row) => share(row.rightSuggestions, row.suggestions) },
];
/** Columns of words stand to the left, of figures to the right. */
const WORDS = 4;

/** The study as a table for a terminal or a text file, by set, class and rate, the arms beneath each other. */
export function simulationTable({ seed, steps, format, notes, rows }: SimulationReport): string {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const ordered = sets.flatMap((set) => inOrder(rows.filter((row) => row.set === set)));
  const cells = ordered.map((row) => COLUMNS.map(({ of }) => of(row)));
  const widths = COLUMNS.map(({ title }, at) =>
    Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at < WORDS ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd();
  const counted = sets.map((set) => `${set} ${rows.find((row) => row.set === set)?.questions ?? 0}`);
  return [
    `${SIMULATION_LABEL}: an oracle with injected faults. Questions: ${counted.join(", ")}; seed ${seed}, at most ${steps} rounds, requests in the ${format} format.`,
    ...notes,
    "",
    line(COLUMNS.map(({ title }) => title)),
    ...cells.map(line),
    "",
  ].join("\n");
}

function inOrder(rows: readonly SimulationRow[]): readonly SimulationRow[] {
  const faults = [...new Set(rows.map(({ fault }) => fault))];
  return rows.toSorted((a, b) => faults.indexOf(a.fault) - faults.indexOf(b.fault) || a.rate - b.rate);
}

function percent(value: number): string {
  return (100 * value).toFixed(1);
}

function share(part: number, of: number): string {
  return of === 0 ? "–" : `${percent(part / of)} % of ${of}`;
}
