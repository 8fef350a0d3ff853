import { chosenReading, settle } from "../clarification/settle.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";
import type { ActiveRun } from "./run-options.ts";

/** Keeps what an answer says of words in the glossary, where the person wants that and there is one. */
export async function rememberReply(
  clarification: Clarification,
  reply: ClarificationReply,
  { glossary, environments, principal }: Pick<ActiveRun, "glossary" | "environments" | "principal">,
): Promise<void> {
  if (reply.type !== "answered" || reply.remember !== true || glossary === undefined) return;
  if (clarification.words.length === 0 || clarification.permission !== undefined) return;
  const settled = settle(clarification, reply);
  const environment = settled.environment ?? environments[0]?.id;
  // A reading may be made of values; what the person has written may be told wherever it is read again.
  const isOwn = chosenReading(clarification, reply) === undefined;
  const told = settled.told ?? (isOwn ? settled.meaning : undefined);
  if (environment !== undefined)
    await glossary.remember({ ...settled, ...(told === undefined ? {} : { told }), environment }, principal);
}
