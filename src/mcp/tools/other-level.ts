import { egressOf } from "../../environment/egress/told-answer.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";

type Levels = readonly Pick<Environment, "egress">[];

/**
 * Refuses a run of which a model was told something else than one may be told here: its question, its reason and its readings hold what was told.
 * @throws FuxiError `run-not-resumable`
 */
export function refuseOtherLevel(
  runId: string,
  events: readonly RunEvent[],
  environments: readonly Environment[],
): void {
  const started = events.find((event) => event.type === "run-started");
  if (started === undefined || egressOf(environments) === undefined) return;
  const [then, now] = [levels(started.environments), levels(environments)];
  if (then === now) return;
  throw new FuxiError("run-not-resumable", `The run ${runId} was made under egress ${then}, not ${now}.`);
}

function levels(environments: Levels): string {
  return environments.map(({ egress = "all" }) => egress).join(", ");
}
