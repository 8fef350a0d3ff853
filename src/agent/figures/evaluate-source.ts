import type { Derived, TableProfile } from "../../trajectory/long-form-answer.ts";
import type { RunEventBody } from "../../trajectory/run-event.ts";
import type { ActiveRun } from "../run-options.ts";
import type { Command } from "../strategy.ts";
import { decimalValue } from "./decimal.ts";
import { valueOfSource } from "./source.ts";
import { SourceProblem } from "./source-functions.ts";
import { loadTable, profileTable, type Tables, type WholeTable } from "./tables.ts";

/**
 * Reads whole tables of accepted claims, and says what is in them at large and what sources over them come to. Where a result is no longer
 * kept whole, its first rows are taken, and sources over whole columns of it have that as their problem. A claim whose answer has no table is
 * left out.
 */
export async function computeResults(
  { id, tables: wanted, profiles, sources }: Extract<Command, { type: "compute" }>,
  run: Pick<ActiveRun, "fold" | "artifacts" | "principal">,
  signal: AbortSignal,
): Promise<Extract<RunEventBody, { type: "results-computed" }>> {
  const tables = new Map<string, WholeTable>();
  for (const { name, claim } of wanted) {
    const table = run.fold.tables.get(claim);
    if (table !== undefined) tables.set(name, await loadTable(table, run, signal));
  }
  /** Others get their turn between two computations, and a run that is called off ends here. */
  const turn = async (): Promise<void> => {
    await new Promise(setImmediate);
    signal.throwIfAborted();
  };
  const profiled: TableProfile[] = [];
  for (const name of profiles) {
    const table = tables.get(name);
    if (table !== undefined) profiled.push(await profileTable(name, table, turn));
  }
  const derived: Derived[] = [];
  for (const source of sources) {
    derived.push(evaluateSource(source, tables));
    await turn();
  }
  return { type: "results-computed", command: id, profiles: profiled, derived };
}

/** Of a text: it becomes part of the run's record. */
const LONGEST_TEXT = 1000;

/**
 * What a source comes to over the tables, by their names (`Q1`). Sums, differences and products are exact in decimal; quotients have 40 digits.
 * Numbers are numbers up to 2^53 and decimal strings beyond it; a cell that is a text or a date gives that text, at most 1,000 characters of it. Text that is numbers
 * throughout its column counts as numbers (`columnValues`). NULLs are left out of a whole column, as SQL does; elsewhere they
 * are a problem, as are a division by 0, and an unknown query, row or column, which is answered with the nearest names.
 */
export function evaluateSource(source: string, tables: Tables): Derived {
  try {
    const { value, percent } = valueOfSource(source, tables);
    const shown = typeof value === "string" ? value.slice(0, LONGEST_TEXT) : value && decimalValue(value);
    return { source, value: shown, ...(percent ? { percent } : {}) };
  } catch (error) {
    if (error instanceof SourceProblem) return { source, problem: error.message };
    throw error;
  }
}
