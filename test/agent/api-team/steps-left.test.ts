import { expect, it } from "vitest";
import { stepsLeft } from "../../../src/agent/strategies/api-team/plan-roles.ts";

it.each([
  [0, 15, undefined],
  [10, 15, undefined],
  [11, 15, 3],
  [13, 15, 1],
  [14, 15, undefined],
  [0, 1, undefined],
])(
  "after %i of %i steps the planner hears how many are left only when they are few: %s",
  (steps, stepLimit, left) => {
    expect(stepsLeft({ steps, stepLimit })).toEqual(
      left === undefined ? [] : [`Steps that can still be taken: ${left}.`],
    );
  },
);
