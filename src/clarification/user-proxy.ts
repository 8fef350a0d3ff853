import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";

/**
 * Whoever can be asked: a terminal prompt, a form, an MCP client, a simulated user, nobody. `unavailable` means that nobody can answer
 * now; the run then ends `needs-clarification` and can be resumed with an answer. Where `ask` fails, or its reply cannot be one (a choice that is
 * not there, an empty text), the run ends `failed` with the code `usage`, and the question stands: the run can be resumed.
 *
 * @throws FuxiError `cancelled` when `signal` is aborted while the question stands
 */
export interface UserProxy {
  ask(clarification: Clarification, signal: AbortSignal): Promise<ClarificationReply>;
}
