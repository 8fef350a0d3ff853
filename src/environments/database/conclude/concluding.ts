import type { ActContext } from "../../../environment/act-context.ts";
import type { ClauseChecker } from "../check/clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { Draft } from "../draft/draft.ts";
import type { Relation } from "../relations/relation.ts";

/** What turning a claim into an answer works with. */
export interface Concluding {
  readonly environment: string;
  readonly draft: Draft;
  /** Values of other environments that the query may use. */
  readonly relations?: readonly Relation[];
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
  readonly context: ActContext;
  /** What was in doubt as the database was made. */
  readonly doubts?: readonly string[];
}
