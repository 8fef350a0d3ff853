import type { Action } from "../../environment/action.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import { actionKey } from "../action-key.ts";
import type { Permitted, PolicyRequest } from "../policy-request.ts";
import { renderCall } from "../text-actions/render-call.ts";

/** The part of a planned step that a request asks for: for policies that plan whole steps with one action each. */
export function answerPart(request: PolicyRequest, planned: PolicyReply): PolicyReply {
  const [action] = planned.actions;
  if (request.kind === "step" || (request.kind === "thought" && action === undefined)) return planned;
  const part = { thought: "", actions: [], usage: planned.usage };
  if (request.kind === "thought") return { ...part, thought: planned.thought || thoughtOf(action) };
  if (request.kind === "choice") return { ...part, choice: placeOf(action, request.options) ?? "none" };
  if (request.kind === "role") {
    throw new FuxiError(
      "model-not-configured",
      "Only a language model or a script can play the roles of a team.",
      {
        hint: "Name a model, or use the strategy react.",
      },
    );
  }
  if (request.kind === "round") {
    throw new FuxiError(
      "model-not-configured",
      "Only a language model or a script can answer from a prompt without tools.",
      { hint: "Name a model, or use the strategy react." },
    );
  }
  const written = action?.arguments[request.slot.argument];
  return written === undefined ? { ...part, choice: "none" } : { ...part, written };
}

/** A thought where the plan has none: the action in words. */
export function thoughtOf(action: Action | undefined): string {
  return action === undefined ? "" : `Next: ${renderCall(action.tool, action.arguments)}`;
}

/** Place of the option that is the action, else of the slot that becomes it when its open argument is written. */
export function placeOf(action: Action | undefined, options: readonly Permitted[]): number | undefined {
  if (action === undefined) return undefined;
  const key = actionKey(action);
  const same = options.findIndex((option) => option.type === "action" && actionKey(option.action) === key);
  if (same >= 0) return same;
  const fitting = options.findIndex((option) => option.type === "slot" && fills(action, option));
  return fitting < 0 ? undefined : fitting;
}

function fills(action: Action, slot: Extract<Permitted, { type: "slot" }>): boolean {
  const written = action.arguments[slot.argument];
  if (written === undefined) return false;
  const { environment, tool } = slot;
  const filled = { environment, tool, arguments: { ...slot.arguments, [slot.argument]: written } };
  return actionKey(filled) === actionKey(action);
}
