import { measureText } from "../report/figure-text.ts";
import { figures, type ReportTable, words } from "../report/tables/report-table.ts";
import { SIMULATION_LABEL, type SimulationReport, type SimulationRow } from "./simulation-row.ts";

const COLUMNS: readonly {
  readonly column: ReportTable["columns"][number];
  readonly of: (row: SimulationRow) => string;
}[] = [
  { column: words("Set"), of: setText },
  { column: words("Fault"), of: ({ fault }) => fault },
  { column: words("Rate"), of: ({ rate }) => String(rate) },
  { column: words("Arm"), of: ({ arm }) => arm },
  { column: figures("Success"), of: successText },
  { column: figures("Questions"), of: ({ questions, unscored }) => String(questions - unscored) },
  { column: figures("Tokens"), of: ({ inputTokens }) => Math.round(inputTokens).toLocaleString("en") },
  { column: figures("Rounds"), of: ({ rounds }) => rounds.toFixed(1) },
  { column: figures("Faults"), of: ({ faults }) => faults.toLocaleString("en") },
  { column: figures("Repaired"), of: ({ repaired, faults }) => shareText(repaired, faults) },
  { column: figures("Suggested"), of: ({ suggestions }) => suggestions.toLocaleString("en") },
  {
    column: figures("First right"),
    of: ({ rightSuggestions, suggestions }) => shareText(rightSuggestions, suggestions),
  },
];

/** The study as a table, by set, class and rate, the arms beneath each other. Its title says that it is a simulation. */
export function simulationTable({ seed, steps, format, rows }: SimulationReport): ReportTable {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const ordered = sets.flatMap((set) => inOrder(rows.filter((row) => row.set === set)));
  return {
    title: `${SIMULATION_LABEL}: an oracle with injected faults`,
    note: `Means over questions with 95 % intervals (bootstrap over questions, seed ${seed}; Wilson's where all questions have 0 or all have 1). At most ${steps} rounds; tokens and rounds are per question, tokens those of requests in the ${format} format. Repaired: of the faults, those after which the gold action was taken in the end. Suggested: faults whose first failure or warning suggests something; First right: of those, where the first suggestion leads to the gold.`,
    columns: COLUMNS.map(({ column }) => column),
    rows: ordered.map((row) => COLUMNS.map(({ of }) => of(row))),
  };
}

function inOrder(rows: readonly SimulationRow[]): readonly SimulationRow[] {
  const faults = [...new Set(rows.map(({ fault }) => fault))];
  return rows.toSorted((a, b) => faults.indexOf(a.fault) - faults.indexOf(b.fault) || a.rate - b.rate);
}

function setText({ set, measure }: SimulationRow): string {
  return measure === "success" ? set : `${set} (${measure})`;
}

function successText({ success, successLow, successHigh }: SimulationRow): string {
  if (success === undefined) return "–";
  const mean = measureText("share", success);
  if (successLow === undefined || successHigh === undefined) return mean;
  return `${mean} (${(100 * successLow).toFixed(1)}–${(100 * successHigh).toFixed(1)})`;
}

function shareText(part: number, of: number): string {
  return of === 0 ? "–" : `${((100 * part) / of).toFixed(1)} %`;
}
