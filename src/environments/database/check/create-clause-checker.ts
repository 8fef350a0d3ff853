import type { DatabaseServices } from "../database-services.ts";
import type { ClauseChecker } from "./clause-checker.ts";
import { EngineQuestions } from "./engine-questions.ts";

/**
 * The checks of one database. Counts are kept while its data do not change. The inspections, and what explains a refusal, are loaded when there is
 * something for them.
 */
export function createClauseChecker(services: DatabaseServices): ClauseChecker {
  const questions = new EngineQuestions(services.driver);
  return {
    async inspect(subject, context) {
      const { inspectClause } = await import("./inspect-clause.ts");
      return inspectClause(subject, services, questions, context);
    },
    async explain(error, subject, context) {
      const { explainError } = await import("./explain/explain-error.ts");
      return explainError(services, questions, error, subject, context);
    },
  };
}
