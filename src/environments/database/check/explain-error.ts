import type { ActContext } from "../../../environment/act-context.ts";
import type { FailureCode } from "../../../environment/failure-codes.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { EngineErrorKind, SqlEngineError } from "../driver/sql-engine-error.ts";
import type { ClauseSubject } from "./clause-subject.ts";
import type { EngineQuestions } from "./engine-questions.ts";
import { InspectionRun } from "./inspection-run.ts";

const CODES: Readonly<Record<EngineErrorKind, FailureCode>> = {
  syntax: "syntax-error",
  "unknown-table": "unknown-table",
  "unknown-column": "unknown-column",
  "ambiguous-column": "ambiguous-column",
  "unknown-function": "unknown-function",
  "type-mismatch": "type-mismatch",
  "aggregate-misuse": "aggregate-misuse",
  "column-count-mismatch": "column-count-mismatch",
  "not-read-only": "not-read-only",
  "multiple-statements": "multiple-statements",
  "time-limit": "time-limit",
  "too-large": "too-large",
  other: "engine-refused",
};

/** What the engine refused, in plain words, with the failing part and what would work. */
export async function explainError(
  services: DatabaseServices,
  questions: EngineQuestions,
  error: SqlEngineError,
  subject: ClauseSubject,
  context: ActContext,
): Promise<ToolFailure> {
  const run = await InspectionRun.begin(services, questions, subject, context);
  return {
    code: CODES[error.facts.kind],
    message: error.facts.engineMessage,
    part: run.part(subject.span),
    suggestions: [],
  };
}
