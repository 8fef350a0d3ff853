import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";

/**
 * Whoever can be asked: a terminal prompt, a form, an MCP client, a simulated user, nobody. `unavailable` means that nobody can answer
 * now; the run then ends `needs-clarification` and can be resumed with an answer.
 *
 * @throws FuxiError `cancelled` when `signal` is aborted while the question stands
 */
export interface UserProxy {
  ask(clarification: Clarification, signal: AbortSignal): Promise<ClarificationReply>;
}
