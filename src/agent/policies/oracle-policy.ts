import type { Action } from "../../environment/action.ts";
import type { Claim } from "../../environment/answer.ts";
import type { Capabilities } from "../../environment/capabilities.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import { placeOf } from "../permitted.ts";
import type { PolicyRequest, TranscriptItem } from "../policy-request.ts";
import type { Policy, PolicyContext } from "../strategy.ts";
import { renderCall } from "../text-actions/tool-signature.ts";

/**
 * Replays known right answers through the tools, one action per reply, and so shows that the environment can express them.
 * What the tools refuse ends `unanswerable` with their words. A query has more clauses than a run has steps by default: give it limits.
 *
 * @throws FuxiError `usage` where no environment can take the gold apart
 */
export function oraclePolicy(gold: Gold | ((task: Task) => Gold | undefined)): Policy {
  return {
    id: "oracle",
    async reply(request, context) {
      const known = typeof gold === "function" ? gold(context.task) : gold;
      if (known === undefined) return answerPart(request, unanswerable(NO_GOLD));
      const plan = await goldPlan(known, context);
      if (plan === undefined) return answerPart(request, unanswerable(notTakenApart(known)));
      return answerPart(request, nextStep(plan, request));
    },
  };
}

const NO_GOLD = "There is no gold answer for this question.";

function notTakenApart(gold: Gold): string {
  return "sql" in gold
    ? "The gold query cannot be taken apart into clauses."
    : "The gold program cannot be built with the tools.";
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

function unanswerable(reason: string): PolicyReply {
  return { thought: "", actions: [], unanswerable: { reason, words: [] }, usage: NO_USAGE };
}

/**
 * The known right answer of a question: a query, a program of a knowledge base (KBQA-Agent format), the actions that lead to it, or what plans them
 * anew at each step, where arguments depend on what the actions before brought.
 */
export type Gold =
  | { readonly sql: string; readonly environment?: string }
  | { readonly program: string; readonly environment?: string }
  | { readonly actions: readonly Action[]; readonly claim?: Claim }
  | { readonly plan: (context: PolicyContext) => Promise<GoldPlan> };

/** A right answer as actions and what is handed in after them. */
export interface GoldPlan {
  readonly actions: readonly Action[];
  readonly claim: Claim;
  /** Where it is handed in; undefined where there are no actions to tell. */
  readonly environment: string | undefined;
}

/**
 * The gold as actions; undefined where the tools cannot express it.
 * @throws FuxiError `usage` where no environment can take it apart, `data-invalid` for a text that is no program
 */
async function goldPlan(gold: Gold, context: PolicyContext): Promise<GoldPlan | undefined> {
  if ("plan" in gold) return await gold.plan(context);
  if ("actions" in gold) {
    return { actions: gold.actions, claim: gold.claim ?? {}, environment: gold.actions.at(-1)?.environment };
  }
  if ("program" in gold) {
    const { id, capability } = able(gold.environment, "graph", context);
    const parts = await capability.takeApart(gold.program, context.act);
    return parts === undefined ? undefined : { ...parts, environment: id };
  }
  const { capability } = able(gold.environment, "sql", context);
  const actions = capability.takeApart(gold.sql);
  return actions === undefined ? undefined : { actions, claim: {}, environment: actions.at(-1)?.environment };
}

function able<K extends "sql" | "graph">(
  wanted: string | undefined,
  kind: K,
  { environments }: PolicyContext,
): { readonly id: string; readonly capability: NonNullable<Capabilities[K]> } {
  const found = environments.find(
    ({ id, capabilities }: Environment) =>
      (wanted === undefined || id === wanted) && capabilities[kind] !== undefined,
  );
  const capability = found?.capabilities[kind];
  if (found === undefined || capability === undefined) {
    const what = kind === "sql" ? "query" : "program";
    throw new FuxiError("usage", `No environment of this run can take a gold ${what} apart.`);
  }
  return { id: found.id, capability };
}

type Result = Extract<TranscriptItem, { type: "result" }>;

/** How far a plan of one action per reply has been followed, read from the transcript: policies keep no state. */
interface PlanPosition {
  /** Actions that have been taken. */
  readonly taken: number;
  readonly last: Result | undefined;
  /** Why the answer was refused, where it was. */
  readonly refusal: string | undefined;
}

export function planPosition(transcript: readonly TranscriptItem[]): PlanPosition {
  const results = transcript.filter((item) => item.type === "result");
  const claimed = transcript.findLastIndex((item) => item.type === "step" && item.claim !== undefined);
  const feedback =
    claimed < 0 ? undefined : transcript.slice(claimed).find((item) => item.type === "feedback");
  return { taken: results.length, last: results.at(-1), refusal: feedback?.text };
}

/** The part of a planned step that a request asks for: for policies that plan whole steps with one action each. */
export function answerPart(request: PolicyRequest, planned: PolicyReply): PolicyReply {
  const [action] = planned.actions;
  if (request.kind === "step" || (request.kind === "thought" && action === undefined)) return planned;
  const part = { thought: "", actions: [], usage: planned.usage };
  if (request.kind === "thought") return { ...part, thought: planned.thought || thoughtOf(action) };
  if (request.kind === "choice")
    return { ...part, choice: (action && placeOf(action, request.options)) ?? "none" };
  if (request.kind === "role" || request.kind === "round") {
    const what = request.kind === "role" ? "play the roles of a team" : "answer from a prompt without tools";
    throw new FuxiError("model-not-configured", `Only a language model or a script can ${what}.`, {
      hint: "Name a model, or use the strategy react.",
    });
  }
  const written = action?.arguments[request.slot.argument];
  return written === undefined ? { ...part, choice: "none" } : { ...part, written };
}

/** A thought where the plan has none: the action in words. */
export function thoughtOf(action: Action | undefined): string {
  return action === undefined ? "" : `Next: ${renderCall(action.tool, action.arguments)}`;
}
