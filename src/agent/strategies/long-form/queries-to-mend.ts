import { asData } from "../../prompts/data-marks.ts";
import type { LongFormState, Query } from "./long-form-state.ts";

/** Failed, or suspicious in a way that its writer has not been told of. */
export function isToMend(query: Query): boolean {
  if (query.failure !== undefined) return true;
  return !query.doubted && (query.total === 0 || query.warnings.length > 0);
}

/** What is wrong with each query that is to be mended, with what the environment advises. */
export function queriesToMend({ queries }: Pick<LongFormState, "queries">): string {
  return queries
    .filter(isToMend)
    .map((query) => `${query.name}: ${query.purpose}\n${query.sql}\n${asData(whatIsWrong(query))}`)
    .join("\n\n");
}

/** In the environment's words. */
export function whatIsWrong({ failure, total, warnings }: Query): string {
  if (failure !== undefined) return failure;
  return [...(total === 0 ? ["It gave no rows."] : []), ...warnings].join("\n");
}
