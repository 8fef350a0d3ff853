import type { UserProxy } from "../clarification/user-proxy.ts";
import type { ActLimits } from "../environment/act-context.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Environment } from "../environment/environment.ts";
import type { Glossary } from "../environment/glossary.ts";
import type { Principal } from "../environment/principal.ts";
import type { Policy } from "./policy.ts";
import type { RunFold } from "./run-fold.ts";
import type { RunJournal } from "./run-journal.ts";
import type { StopCondition } from "./stop-conditions.ts";

/** A run while this process carries it. */
export interface ActiveRun {
  readonly environments: readonly Environment[];
  readonly policy: Policy;
  readonly userProxy: UserProxy;
  /** Where answers are kept that the person wants remembered. */
  readonly glossary: Glossary | undefined;
  readonly principal: Principal;
  readonly artifacts: ArtifactStore;
  readonly actLimits: ActLimits;
  readonly signal: AbortSignal;
  readonly clock: () => Date;
  readonly fold: RunFold;
  readonly journal: RunJournal;
  /** Ends the run before a request to the policy. */
  readonly beforeModel: StopCondition;
  /** Ends the run before an action. */
  readonly beforeAct: StopCondition;
}
