import { allows } from "../../../clarification/settle.ts";
import type { Action } from "../../../environment/action.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { ClarificationReply } from "../../../trajectory/clarification.ts";
import { actionKey } from "../../action-key.ts";
import { notAllowed, permissionQuestion } from "../permission.ts";
import { giveUpStep } from "./end-of-cycle.ts";
import type { TeamState, Work } from "./team-state.ts";
import { act, command, type TeamStep } from "./team-step.ts";

/**
 * Asks the person to allow a call with an effect outside. This needs no supervisor and no switch: it is no question about the request.
 * The same call is asked about once.
 */
export function askForLeave(state: TeamState, action: Action, failure: ToolFailure): TeamStep {
  const key = actionKey(action);
  if (state.leaveAsked.includes(key)) return giveUpStep(state, notAllowed({ type: "declined" }).message);
  const asked = { ...state, leaveAsked: [...state.leaveAsked, key] };
  const clarification = permissionQuestion(action, failure);
  return command(asked, [{ type: "ask", role: "caller", clarification }]);
}

/** With leave the same call is sent; without, the step ends undone, with what the person said. */
export function onLeave(state: TeamState, work: Work, reply: ClarificationReply): TeamStep {
  if (reply.type !== "answered" || !allows(reply)) return giveUpStep(state, notAllowed(reply).message);
  const { environment = "" } = work.selection ?? {};
  return act(state, "caller", { environment, tool: "call_operation", arguments: work.call?.given ?? {} });
}
