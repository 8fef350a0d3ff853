import type { ActLimits } from "../environment/act-context.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { RunLimits } from "../trajectory/run-limits.ts";

type Least = Readonly<Record<string, number>>;

const OF_RUNS = { steps: 1, milliseconds: 0, tokens: 0, cost: 0 } satisfies Record<keyof RunLimits, number>;
const OF_ACTIONS = { rows: 1, characters: 1, milliseconds: 1 } satisfies Record<keyof ActLimits, number>;

/** @throws FuxiError `usage` for a limit of a run that is none: negative, no number, unknown; and where there is none of steps */
export function checkRunLimits(limits: RunLimits): void {
  if ((limits as Partial<RunLimits>).steps === undefined) {
    throw new FuxiError("usage", "The limits of the run have none of steps.", {
      hint: `Give limits.steps as well, such as 15.`,
    });
  }
  check("limits", limits, OF_RUNS);
}

/** @throws FuxiError `usage` for a limit of actions that is none */
export function checkActLimits(limits: Partial<ActLimits>, option = "actLimits"): void {
  check(option, limits, OF_ACTIONS);
}

function check(option: string, limits: object, least: Least): void {
  for (const [name, value] of Object.entries(limits) as readonly (readonly [string, unknown])[]) {
    const from = least[name];
    if (from === undefined) {
      throw new FuxiError("usage", `There is no limit ${option}.${name}.`, {
        hint: `There is: ${Object.keys(least).join(", ")}.`,
      });
    }
    // An endless number would be lost in the record of the run.
    if (value === undefined || (typeof value === "number" && Number.isFinite(value) && value >= from))
      continue;
    throw new FuxiError("usage", `The limit ${option}.${name} cannot be ${String(value)}.`, {
      hint: `Give a number from ${from} up.`,
    });
  }
}
