import type { Manifest } from "../../../evaluation/run/configuration.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { WorkSummary } from "../../../work-list/work-store.ts";
import type { CliIo } from "../../cli-io.ts";
import { EVALUATION_PRINCIPAL, openEvaluationStores } from "./evaluation-stores.ts";

export interface RunsOptions {
  readonly limit: number;
  readonly json?: boolean;
}

/** Prints which evaluations there are. */
export async function runsAction({ limit, json }: RunsOptions, io: CliIo): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const runs = await stores.work.list({ principal: EVALUATION_PRINCIPAL, limit: Math.ceil(limit) });
  if (json === true) io.out(`${JSON.stringify(runs, null, 2)}\n`);
  else if (runs.length === 0) io.err("No evaluations yet. See what can be run: fuxi eval list\n");
  else io.out(`${runs.map((run) => lineOf(run, io)).join("\n")}\n`);
}

function lineOf({ id, manifest, createdAt, items, finished }: WorkSummary, io: CliIo): string {
  const { benchmark, configurations } = manifest as unknown as Manifest;
  const when = createdAt.slice(0, 16).replace("T", " ");
  const done = `${finished.toLocaleString("en")} of ${items.toLocaleString("en")}`;
  const who = configurations.map(({ id: name, model, decider }) => `${name} (${model ?? decider})`);
  return `${id}  ${visibleText(benchmark)}  ${when}  ${finished < items ? io.colors.yellow(done) : io.colors.green(done)}  ${visibleText(who.join("; "))}`;
}
