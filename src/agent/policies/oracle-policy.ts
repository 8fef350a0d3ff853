import type { Action } from "../../environment/action.ts";
import type { Claim } from "../../environment/answer.ts";
import type { Task } from "../../environment/task.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { Policy, PolicyContext } from "../policy.ts";
import { planPosition } from "./planned-steps.ts";

/** The known right answer of a question: a query, or the actions that lead to it. */
export type Gold =
  | { readonly sql: string; readonly environment?: string; readonly actions?: never }
  | { readonly actions: readonly Action[]; readonly claim?: Claim; readonly sql?: never };

/**
 * Replays known right answers through the tools, one action per reply, and so shows that the environment can express them (agents.md).
 * What the tools refuse ends `unanswerable` with their words. A query has more clauses than a run has steps by default: give it limits.
 *
 * @throws FuxiError `usage` where the environment has no SQL
 */
export function oraclePolicy(gold: Gold | ((task: Task) => Gold | undefined)): Policy {
  return {
    id: "oracle",
    async reply({ transcript }, context) {
      const known = typeof gold === "function" ? gold(context.task) : gold;
      if (known === undefined) return unanswerable("There is no gold answer for this question.");
      const actions = known.sql === undefined ? known.actions : takenApart(known, context);
      if (actions === undefined) return unanswerable("The gold query cannot be taken apart into clauses.");
      const { taken, last, refusal } = planPosition(transcript);
      if (last?.failed === true) {
        return unanswerable(`The tools refused a gold clause: ${last.action.tool}: ${last.text}`);
      }
      if (refusal !== undefined) return unanswerable(`The gold answer was not accepted: ${refusal}`);
      const action = actions[taken];
      if (action !== undefined) return { thought: "", actions: [action], usage: NO_USAGE };
      const environment = actions.at(-1)?.environment;
      const claim = known.sql === undefined ? (known.claim ?? {}) : {};
      return {
        thought: "",
        actions: [],
        claim: environment === undefined ? { claim } : { environment, claim },
        usage: NO_USAGE,
      };
    },
  };
}

function takenApart(
  { sql, environment: wanted }: Extract<Gold, { sql: string }>,
  { environments }: PolicyContext,
): readonly Action[] | undefined {
  const environment = environments.find(
    ({ id, capabilities }) => (wanted === undefined || id === wanted) && capabilities.sql !== undefined,
  );
  if (environment?.capabilities.sql === undefined) {
    throw new FuxiError("usage", "No environment of this run can take a gold query apart.");
  }
  return environment.capabilities.sql.takeApart(sql);
}

function unanswerable(reason: string): PolicyReply {
  return { thought: "", actions: [], unanswerable: { reason, words: [] }, usage: NO_USAGE };
}
