import { apiErrorOf } from "../../evaluation/errors/api-errors.ts";
import { classifyDatabaseError } from "../../evaluation/errors/classify-database-error.ts";
import { classifyGraphError } from "../../evaluation/errors/classify-graph-error.ts";
import { runError } from "../../evaluation/errors/run-errors.ts";
import type { Configuration, ItemRecord } from "../../evaluation/run/configuration.ts";
import { askedOf, type Classify, type WithPlace } from "../../evaluation/run/run-item.ts";

import { ANSWER_LENGTH } from "../../evaluation/scores/long-form/long-form-measures.ts";

/** Tells the kind of each error by the table of the environment's kind, and how well was asked where a configuration asks. */
export function classifyWith(configurations: readonly Configuration[]): Classify {
  const asking = new Set(configurations.filter(({ ask }) => ask).map(({ id }) => id));
  return async (answered, record, withPlace) => {
    const error = isRight(record) ? undefined : await errorOf(answered, record, withPlace);
    return {
      ...(error === undefined ? {} : { error }),
      ...(asking.has(record.configuration) ? { asked: askedOf(answered) } : {}),
    };
  };
}

/** By the measure that stands for the answer as a whole, where a benchmark has one; others are the classifiers' own business. */
function isRight({ scores }: ItemRecord): boolean {
  return (scores["success"] ?? (scores["ex"] === undefined ? scores["correct-path"] : undefined)) === 1;
}

async function errorOf(
  answered: Parameters<Classify>[0],
  record: ItemRecord,
  withPlace: WithPlace,
): Promise<string | undefined> {
  // A long-form answer is judged, and there is no query to hold its queries against.
  if (record.scores[ANSWER_LENGTH.id] !== undefined) return runError(record);
  const kinds = await withPlace(async ({ environments }) => environments.map(({ kind }) => kind));
  // An answer over both stands in members.
  if (kinds.includes("knowledge-base")) return await classifyGraphError(answered, record, withPlace);
  if (kinds.includes("database")) return await classifyDatabaseError(answered, record, withPlace);
  return apiErrorOf(answered);
}
