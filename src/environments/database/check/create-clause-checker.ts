import type { ActContext } from "../../../environment/act-context.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { Clause } from "./clause.ts";
import { type ClauseFindings, EngineQuestions } from "./clause-check.ts";

/**
 * The checks of one database. Counts are kept while its data do not change. The inspections, and what explains a refusal, are loaded when there is
 * something for them.
 */
export function createClauseChecker(services: DatabaseServices): ClauseChecker {
  const questions = new EngineQuestions(services.driver);
  return {
    async inspect(clause, context) {
      const { checkClause } = await import("./check-clause.ts");
      return checkClause({ services, questions, clause, context });
    },
    async explain(error, clause, context) {
      const { explainError } = await import("./explain/explain-error.ts");
      return explainError({ services, questions, clause, context }, error);
    },
  };
}

/** Judges clauses: the engine decides what is legal, the inspections say what is probably wrong and what would work instead. */
export interface ClauseChecker {
  /** For a clause that compiles (the caller has compiled `clause.sql`): counts, warnings, notes. */
  inspect(clause: Clause, context: ActContext): Promise<ClauseFindings>;
  /** For a clause that the engine refused: which part, why, and what would work. `part.start/end` are relative to `clause.text`. */
  explain(error: SqlEngineError, clause: Clause, context: ActContext): Promise<ToolFailure>;
}
