import type { SimulationReport } from "./simulation-row.ts";
import { simulationTable } from "./simulation-table.ts";

/** The study for a terminal or a text file. */
export function simulationText(report: SimulationReport): string {
  const { title, note, columns, rows } = simulationTable(report);
  const widths = columns.map(({ name }, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) =>
        columns[at]?.figures === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const told = [...(note === undefined ? [] : [note]), ...report.notes];
  return [title, "", line(columns.map(({ name }) => name)), ...rows.map(line), "", ...told, ""].join("\n");
}
