import { doubleEncodingNote } from "../spelling/double-encoding-note.ts";
import type { Comparison } from "./comparisons.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";

/** Tells of text that was encoded twice (`MÃ¼nchen`) in a column that is compared with a text. */
export async function tellDoubleEncoding(
  run: InspectionRun,
  comparisons: readonly Comparison[],
): Promise<void> {
  const seen = new Set<BaseColumn["column"]>();
  for (const { base, operand, literals } of comparisons) {
    if (!base || seen.has(base.column) || base.column.affinity !== "text") continue;
    if (base.column.masked === true || !literals.some(({ kind }) => kind === "string")) continue;
    seen.add(base.column);
    const texts = (await run.profile(base))?.sample.cells.map(({ text }) => text) ?? [];
    const { dialect } = run.services.driver;
    const found = doubleEncodingNote(run.text(operand), columnTitle(base), texts, dialect);
    if (found) run.note("double-encoded", operand, found.message, found.suggestions);
  }
}
