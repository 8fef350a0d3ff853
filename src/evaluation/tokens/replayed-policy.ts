import { unanswerable } from "../../agent/policies/oracle-policy.ts";
import { planPosition } from "../../agent/policies/planned-steps.ts";
import type { Policy } from "../../agent/policy.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { OraclePlan } from "./oracle-plan.ts";

/**
 * Replays a plan: one action in each reply, or together whatever is known together: all look-ups in one reply, all clauses with the
 * answer in the next. A failure ends it.
 */
export function replayedPolicy(plan: OraclePlan, together: boolean): Policy {
  const { lookUps, actions, environment, claim } = plan;
  const answer = { environment, claim };
  const replies = together
    ? [...(lookUps.length === 0 ? [] : [{ actions: lookUps }]), { actions, claim: answer }]
    : [...[...lookUps, ...actions].map((action) => ({ actions: [action] })), { actions: [], claim: answer }];
  return {
    id: "oracle",
    async reply({ transcript }) {
      const { last, refusal } = planPosition(transcript);
      if (last?.failed === true) return unanswerable(`The tools refused ${last.action.tool}: ${last.text}`);
      if (refusal !== undefined) return unanswerable(`The gold answer was not accepted: ${refusal}`);
      const given = transcript.filter(({ type }) => type === "step").length;
      // Handed in beside actions that were warned of, the answer is held back, and handed in again.
      const reply = replies[given] ?? { actions: [], claim: answer };
      return { thought: "", usage: NO_USAGE, ...reply };
    },
  };
}
