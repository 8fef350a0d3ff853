import { flushCompileCache } from "node:module";
import { llmPolicy } from "../../src/agent/policies/llm-policy.ts";
import { react } from "../../src/agent/strategies/react.ts";
import type { Decide } from "../../src/evaluation/run/configuration.ts";
import { runEvaluation } from "../../src/evaluation/run/run-evaluation.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { createModel } from "../../src/model/providers/create-model.ts";
import { workStoreAt } from "./claiming-process.ts";
import { storesAt } from "./stores-at.ts";
import { openThings, thingsManifest, thingsSet } from "./things-set.ts";

export const EVALUATOR = { id: "tester" };

export interface EvaluatingProcess {
  readonly id: string;
  readonly database: string;
  readonly things: number;
  /** A file, or the address of a server. */
  readonly store: string;
  readonly model: string;
  readonly concurrency: number;
  readonly leaseMilliseconds: number;
}

export const decideBy =
  (model: LanguageModel): Decide =>
  () => ({ policy: llmPolicy({ model, retries: 0 }), strategy: react() });

/** Does the run, or goes on with it. */
export async function evaluateThings({ database, things, store: place, model, ...given }: EvaluatingProcess) {
  const set = thingsSet(database, things);
  const work = await workStoreAt(place);
  const { store, artifacts } = await storesAt(place);
  try {
    return await runEvaluation({
      ...given,
      set,
      manifest: thingsManifest(set),
      openPlace: openThings,
      decide: decideBy(await createModel({ name: "scripted", baseUrl: model, environment: {} })),
      stores: { work, trajectories: store, artifacts },
      principal: EVALUATOR,
    });
  } finally {
    await Promise.all([work.close(), store.close(), artifacts.close()]);
  }
}

// As a program of its own.
if (import.meta.main) {
  // Killed, it would keep nothing of what it compiled, and each that follows would compile all of it anew.
  flushCompileCache();
  const { end } = await evaluateThings(JSON.parse(process.argv[2] ?? "") as EvaluatingProcess);
  process.stdout.write(end.type);
}
