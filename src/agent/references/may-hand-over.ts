import { type EgressLevel, stricterEgress } from "../../environment/egress/egress-level.ts";
import type { Environment } from "../../environment/environment.ts";

/** What may reach a model of an environment. */
export function levelOf({ egress }: Pick<Environment, "egress">): EgressLevel {
  return egress ?? "all";
}

/** False where a model would read from the one environment what it may not read of the other. */
export function mayHandOver(from: Pick<Environment, "egress">, to: Pick<Environment, "egress">): boolean {
  return stricterEgress(levelOf(from), levelOf(to)) === levelOf(to);
}
