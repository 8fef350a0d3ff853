import type { Task } from "../../environment/task.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { Policy, PolicyContext } from "../policy.ts";
import type { ChoiceRequest, PolicyRequest } from "../policy-request.ts";
import { answerPart, placeOf } from "./answer-part.ts";
import { type Gold, type GoldPlan, goldPlan } from "./gold-plan.ts";
import { planPosition } from "./planned-steps.ts";

export type { Gold, GoldPlan } from "./gold-plan.ts";

/** Whether the rules of an environment offered a gold action. */
export interface OracleChoice {
  /** Whose gold it is. */
  readonly task: Task;
  /** Place of the gold action in the plan, from 0. */
  readonly step: number;
  /** How many were offered. */
  readonly options: number;
  /** Place of the gold action, or of the slot that can become it, from 0; undefined where it was not offered. */
  readonly place?: number;
  /** True where it was a slot. */
  readonly slot: boolean;
  /** True where it was not offered before either, for the thought before. */
  readonly again: boolean;
}

/** What is told of a run while the oracle goes through it. */
export interface OracleOptions {
  /** Told at each choice among permitted actions. */
  readonly onChoice?: (choice: OracleChoice) => void;
}

/**
 * Replays known right answers through the tools, one action per reply, and so shows that the environment can express them.
 * What the tools refuse ends `unanswerable` with their words. A query has more clauses than a run has steps by default: give it limits.
 *
 * @throws FuxiError `usage` where no environment can take the gold apart
 */
export function oraclePolicy(
  gold: Gold | ((task: Task) => Gold | undefined),
  { onChoice }: OracleOptions = {},
): Policy {
  return {
    id: "oracle",
    async reply(request, context) {
      const known = typeof gold === "function" ? gold(context.task) : gold;
      if (known === undefined) return answerPart(request, unanswerable(NO_GOLD));
      const plan = await goldPlan(known, context);
      if (plan === undefined) return answerPart(request, unanswerable(notTakenApart(known)));
      const planned = nextStep(plan, request);
      if (request.kind === "choice") onChoice?.(choiceOf(request, plan, context));
      return answerPart(request, planned);
    },
  };
}

export const NO_GOLD = "There is no gold answer for this question.";

export function notTakenApart({ sql }: Gold): string {
  return sql === undefined
    ? "The gold program cannot be built with the tools."
    : "The gold query cannot be taken apart into clauses.";
}

function nextStep({ actions, claim, environment }: GoldPlan, { transcript }: PolicyRequest): PolicyReply {
  const { taken, last, refusal } = planPosition(transcript);
  if (last?.failed === true) {
    return unanswerable(`The tools refused a gold clause: ${last.action.tool}: ${last.text}`);
  }
  if (refusal !== undefined) return unanswerable(`The gold answer was not accepted: ${refusal}`);
  const action = actions[taken];
  if (action !== undefined) return { thought: "", actions: [action], usage: NO_USAGE };
  return {
    thought: "",
    actions: [],
    claim: environment === undefined ? { claim } : { environment, claim },
    usage: NO_USAGE,
  };
}

function choiceOf({ transcript, options }: ChoiceRequest, { actions }: GoldPlan, { task }: PolicyContext) {
  const { taken } = planPosition(transcript);
  const place = placeOf(actions[taken], options);
  const since = transcript.slice(transcript.findLastIndex(({ type }) => type === "result") + 1);
  return {
    task,
    step: taken,
    options: options.length,
    slot: place !== undefined && options[place]?.type === "slot",
    again: since.some(({ type }) => type === "step"),
    ...(place === undefined ? {} : { place }),
  };
}

export function unanswerable(reason: string): PolicyReply {
  return { thought: "", actions: [], unanswerable: { reason, words: [] }, usage: NO_USAGE };
}
