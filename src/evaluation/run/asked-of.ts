import type { Answered } from "../benchmark/benchmark.ts";
import { judgeAsked } from "../questions/judge-asked.ts";
import { wisherOf } from "../questions/wisher-of.ts";
import type { ItemRecord } from "./item-record.ts";

/** The questions that a run put to the person, judged from the task; leave for effects is none of them. */
export function askedOf({ task, run }: Answered): NonNullable<ItemRecord["asked"]> {
  const judged = run.events.flatMap((event) => {
    if (event.type !== "question-asked" || event.clarification.permission !== undefined) return [];
    const role = wisherOf(event, run.events);
    return [
      { role, ...judgeAsked(event.clarification, task), answered: isAnswered(event.command, run.events) },
    ];
  });
  const byRole: Record<string, { readonly relevant: number; readonly irrelevant: number }> = {};
  for (const { role, relevant } of judged) {
    const counts = byRole[role] ?? { relevant: 0, irrelevant: 0 };
    byRole[role] = relevant
      ? { ...counts, relevant: counts.relevant + 1 }
      : { ...counts, irrelevant: counts.irrelevant + 1 };
  }
  return {
    questions: judged.length,
    needed: judged.filter(({ needed }) => needed).length,
    relevant: judged.filter(({ relevant }) => relevant).length,
    answered: judged.filter(({ answered }) => answered).length,
    ...(judged.length === 0 ? {} : { byRole }),
  };
}

function isAnswered(command: string, events: Answered["run"]["events"]): boolean {
  return events.some(
    (event) =>
      event.type === "question-answered" && event.command === command && event.reply.type === "answered",
  );
}
