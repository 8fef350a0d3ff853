import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { CliIo } from "../../cli-io.ts";
import { EVALUATION_PRINCIPAL, openEvaluationStores } from "./evaluation-stores.ts";
import { storedRun } from "./stored-run.ts";

/** Deletes evaluations and the trajectories of their items. */
export async function deleteAction(ids: readonly string[], io: CliIo): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const named = [...new Set(ids)];
  for (const id of named) await storedRun(stores.work, id);
  for (const id of named) {
    const { items } = await stores.work.summary(id, EVALUATION_PRINCIPAL);
    // Without its list nobody begins another trajectory of it.
    await stores.work.delete(id, EVALUATION_PRINCIPAL);
    for (let at = 1; at <= items; at++) await forget(`${id}-${at}`, stores);
  }
  io.err(`Deleted ${named.length} ${named.length === 1 ? "evaluation" : "evaluations"}.\n`);
}

type Stores = Awaited<ReturnType<typeof openEvaluationStores>>;

async function forget(run: string, { trajectories }: Pick<Stores, "trajectories">): Promise<void> {
  try {
    await trajectories.delete(run, EVALUATION_PRINCIPAL);
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "run-not-found") throw error;
  }
}
