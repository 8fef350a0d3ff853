import type { ActContext } from "../../../environment/act-context.ts";
import type { ClauseChecker } from "../check/clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { Draft } from "../draft/draft.ts";

/** What turning a claim into an answer works with. */
export interface Concluding {
  readonly environment: string;
  readonly draft: Draft;
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
  readonly context: ActContext;
}
