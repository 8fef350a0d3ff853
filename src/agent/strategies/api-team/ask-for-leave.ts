import { allows } from "../../../clarification/settle.ts";
import type { Action } from "../../../environment/action.ts";
import type { Clarification, ClarificationReply } from "../../../trajectory/clarification.ts";
import { endOfCycle } from "./end-of-cycle.ts";
import { textOf } from "./role-form.ts";
import type { TeamState, Work } from "./team-state.ts";
import { act, command, type TeamStep } from "./team-step.ts";

/**
 * Asks the person to allow an action with an effect outside, shown whole. This needs no supervisor: it is no question about the request.
 * Asked once for each operation; whoever said no is not asked again.
 */
export function askForLeave(state: TeamState, action: Action): TeamStep {
  const operation = textOf(action.arguments["operation"]);
  const key = `${action.environment} ${operation}`;
  if (state.leave[key] !== undefined) return endOfCycle(state, notAllowed(operation));
  const clarification: Clarification = {
    question: `May ${operation} be called? It changes something outside.`,
    words: [],
    kind: "missing",
    readings: [
      { environment: action.environment, text: "yes" },
      { environment: action.environment, text: "no" },
    ],
    permission: { environment: action.environment, operation, action },
  };
  const asked: TeamState = { ...state, leave: { ...state.leave, [key]: "asked" } };
  return command(asked, [{ type: "ask", role: "caller", clarification }]);
}

/** With leave the same call is sent; without, the step ends undone. */
export function onLeave(state: TeamState, work: Work, reply: ClarificationReply): TeamStep {
  const { environment = "", operation = "" } = work.selection ?? {};
  if (reply.type === "answered" && allows(reply)) {
    const given = { operation, arguments: work.call?.arguments ?? {} };
    return act(state, "caller", { environment, tool: "call_operation", given });
  }
  const leave = { ...state.leave, [`${environment} ${operation}`]: "denied" as const };
  return endOfCycle({ ...state, leave }, notAllowed(operation));
}

function notAllowed(operation: string): string {
  return `Not done: the person did not allow ${operation}.`;
}
