import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Answered, ScoreContext } from "../benchmark/benchmark.ts";
import type { ItemRecord } from "../run/item-record.ts";
import type { WithPlace } from "../run/with-place.ts";
import { comparePrograms } from "./compare-programs.ts";
import type { GraphError } from "./graph-errors.ts";
import { runError } from "./run-errors.ts";

/**
 * What kind of error an answer from a knowledge base is, of `GRAPH_ERRORS`; undefined where its members are the gold's (`em`; `f1` where a set
 * scores no exact match). Decided from the record and, where both are known, from the two programs: the actions that build each are compared,
 * so that names are those of the knowledge base however a program writes them.
 * @throws FuxiError of the store
 */
export async function classifyGraphError(
  { task, run: { outcome } }: Answered,
  record: ItemRecord,
  withPlace: WithPlace,
): Promise<GraphError | undefined> {
  const { scores } = record;
  if ((scores.em ?? scores.f1) === 1) return undefined;
  const ended = runError(record);
  if (ended !== undefined) return ended;
  const evidence =
    outcome.type === "answered"
      ? outcome.evidence.findLast(({ program }) => program !== undefined)
      : undefined;
  if (evidence?.program === undefined) return "no-members";
  // Parts of a program that give nothing are left out of the actions that build it.
  if (scores.va === 0) return "empty-set";
  const predicted = evidence.program;
  const gold =
    task.oracle?.program ?? (typeof task.gold.program === "string" ? task.gold.program : undefined);
  if (gold === undefined) return byMembers(record);
  return await withPlace(async (context) => {
    const environment =
      context.environments.find(({ id }) => id === evidence.environment) ??
      context.environments.find(({ capabilities }) => capabilities.graph !== undefined);
    if (environment === undefined) return byMembers(record);
    const own = await actionsOf(predicted, environment, context);
    const other = await actionsOf(gold, environment, context);
    return own === undefined || other === undefined ? byMembers(record) : comparePrograms(own, other);
  });
}

function byMembers({ scores }: ItemRecord): GraphError {
  return (scores.f1 ?? 0) > 0 ? "partly-right" : "other-members";
}

/** Undefined where the program cannot be built with the tools, or its text is none. */
async function actionsOf(
  program: string,
  { capabilities: { graph } }: Environment,
  { signal, milliseconds }: ScoreContext,
): Promise<readonly Action[] | undefined> {
  const context: ActContext = {
    principal: { id: "evaluation" },
    signal,
    limits: { rows: 100, characters: 20_000, milliseconds },
    artifacts: NO_ARTIFACTS,
  };
  try {
    return (await graph?.takeApart(program, context))?.actions;
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "data-invalid") return undefined;
    throw error;
  }
}

async function noArtifacts(): Promise<never> {
  throw new FuxiError("internal", "A program that is taken apart wanted to keep an artifact.");
}

const NO_ARTIFACTS: ActContext["artifacts"] = {
  put: noArtifacts,
  get: noArtifacts,
  sweep: async () => 0,
  close: async () => {},
};
