import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";
import { usableReply } from "./usable-reply.ts";
import type { UserProxy } from "./user-proxy.ts";

/** A message is one line for a person; whatever is longer is not for them. */
const LONGEST_MESSAGE = 500;

/**
 * Puts the question to whoever can be asked. What their proxy itself fails with is told as such: it is the application's code, and the question
 * stands.
 *
 * @throws FuxiError `usage` for a reply that cannot be one and for a proxy that fails; whatever is thrown once `signal` is aborted, and every
 * FuxiError of the proxy, as it is
 */
export async function askPerson(
  userProxy: UserProxy,
  clarification: Clarification,
  signal: AbortSignal,
): Promise<ClarificationReply> {
  return usableReply(await replyOf(userProxy, clarification, signal), clarification);
}

async function replyOf(
  userProxy: UserProxy,
  clarification: Clarification,
  signal: AbortSignal,
): Promise<ClarificationReply> {
  try {
    return await userProxy.ask(clarification, signal);
  } catch (error) {
    if (signal.aborted || FuxiError.isInstance(error)) throw error;
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const message = `The user proxy failed: ${words.replace(/\s+/gu, " ").slice(0, LONGEST_MESSAGE)}`;
    throw new FuxiError("usage", message, {
      hint: 'Mend its ask(); where nobody can be asked, it gives { type: "unavailable" }. The question stands.',
      cause: error,
    });
  }
}
