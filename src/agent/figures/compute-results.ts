import type { RunEventBody } from "../../trajectory/run-event.ts";
import type { Derived, TableProfile } from "../../trajectory/table-profile.ts";
import type { ActiveRun } from "../active-run.ts";
import type { Command } from "../strategy.ts";
import { evaluateSource } from "./evaluate-source.ts";
import { loadTable } from "./load-table.ts";
import { profileTable } from "./profile-table.ts";
import type { Tables } from "./whole-table.ts";

export type ComputeCommand = Extract<Command, { type: "compute" }>;

/**
 * Reads whole tables of accepted claims, and says what is in them at large and what sources over them come to. Where a result is no longer
 * kept whole, its first rows are taken, and sources over whole columns of it have that as their problem. A claim whose answer has no table is
 * left out.
 */
export async function computeResults(
  { id, tables: wanted, profiles, sources }: ComputeCommand,
  run: Pick<ActiveRun, "fold" | "artifacts" | "principal">,
  signal: AbortSignal,
): Promise<Extract<RunEventBody, { type: "results-computed" }>> {
  const loaded = await Promise.all(
    wanted.map(async ({ name, claim }) => {
      const table = run.fold.tables.get(claim);
      return table === undefined ? [] : [[name, await loadTable(table, run, signal)] as const];
    }),
  );
  const tables: Tables = new Map(loaded.flat());
  const profiled: TableProfile[] = [];
  for (const name of profiles) {
    const table = tables.get(name);
    if (table === undefined) continue;
    profiled.push(await profileTable(name, table, () => turn(signal)));
  }
  const derived: Derived[] = [];
  for (const source of sources) {
    derived.push(evaluateSource(source, tables));
    await turn(signal);
  }
  return { type: "results-computed", command: id, profiles: profiled, derived };
}

/** Others get their turn between two computations, and a run that is called off ends here. */
async function turn(signal: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  signal.throwIfAborted();
}
