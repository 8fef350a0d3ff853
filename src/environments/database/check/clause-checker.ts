import type { ActContext } from "../../../environment/act-context.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { ClauseInspection } from "./clause-inspection.ts";
import type { ClauseSubject } from "./clause-subject.ts";

/** Judges clauses: the engine decides what is legal, the inspections say what is probably wrong and what would work instead. */
export interface ClauseChecker {
  /** For a clause that compiles (the caller has compiled `subject.sql`): counts, warnings, notes. */
  inspect(subject: ClauseSubject, context: ActContext): Promise<ClauseInspection>;
  /** For a clause that the engine refused: which part, why, and what would work. `part.start/end` are relative to `subject.text`. */
  explain(error: SqlEngineError, subject: ClauseSubject, context: ActContext): Promise<ToolFailure>;
}
