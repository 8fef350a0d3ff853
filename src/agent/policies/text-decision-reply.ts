import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { JsonObject } from "../../util/json.ts";
import type { TextDecision } from "../text-actions/parse-text-reply.ts";
import { readWish } from "../text-actions/read-wish.ts";
import type { NamedTool } from "../tool-names.ts";

export type Decided = Pick<PolicyReply, "thought" | "actions"> & Partial<PolicyReply>;

/** What a reply in words decided, as a policy's reply; undefined where it decided nothing. */
export function decisionReply(
  decision: TextDecision,
  environments: readonly Environment[],
): Decided | undefined {
  const { thought, call, further = [], handIn, claim, giveUp, wish, assumptions } = decision;
  const assumed = assumptions === undefined ? {} : { assumptions };
  if (claim !== undefined) return { thought, actions: [], claim, ...assumed };
  if (wish !== undefined) return { thought, actions: [], ...readWish(wish) };
  if (giveUp !== undefined)
    return { thought, actions: [], unanswerable: { reason: giveUp || thought, words: [] } };
  if (call === undefined) return undefined;
  if (call.problem !== undefined)
    return { thought, actions: [], problem: { kind: "malformed-action", message: call.problem } };
  const calls = [call, ...further.filter((each) => each.problem === undefined)];
  const actions = calls.map((each) => actionFor(each.name, each.tool, each.arguments, environments));
  const handedIn = handIn === undefined ? {} : { claim: { ...handIn, claim: {} } };
  return { thought, actions, ...handedIn, ...assumed };
}

/** The action of a call. A tool that does not exist becomes an action all the same: the loop refuses it, with the nearest names. */
export function actionFor(
  name: string,
  tool: NamedTool | undefined,
  given: JsonObject,
  environments: readonly Environment[],
): Action {
  if (tool !== undefined) return { environment: tool.environment, tool: tool.tool.name, arguments: given };
  const meant = environments.find(({ id }) => name.startsWith(`${id}__`)) ?? environments[0];
  return { environment: meant?.id ?? "", tool: name, arguments: given };
}
