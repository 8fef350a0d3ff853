import type { RunEvent } from "../../trajectory/run-event.ts";

/**
 * What the agent was told beside the question, in sentences: a judge that does not know it would fault what follows from it. `withheld`: what was found or
 * chosen among the data is left out.
 */
export function knownWith(events: readonly RunEvent[], withheld: boolean): readonly string[] {
  const known: string[] = [];
  const asked = new Map<string, string>();
  for (const event of events) {
    if (event.type === "run-started") {
      const { previous, oracleKnowledge, settled = [] } = event.task;
      if (previous !== undefined)
        known.push(
          `The question follows up on an earlier one: ${previous.question}`,
          ...(previous.answer === undefined || withheld
            ? []
            : [`That was answered with: ${previous.answer}`]),
        );
      if (oracleKnowledge !== undefined) known.push(`Given with the question: ${oracleKnowledge}`);
      if (!withheld)
        known.push(...settled.map(({ words, meaning }) => `By "${words}" the person means: ${meaning}`));
    }
    if (withheld) continue;
    if (event.type === "question-asked") asked.set(event.command, event.clarification.question);
    if (event.type === "question-answered" && event.reply.type === "answered")
      known.push(`Asked "${asked.get(event.command) ?? ""}", the person said: ${event.reply.text}`);
  }
  return known;
}
