import type { RunEvent } from "../../trajectory/run-event.ts";

/** In a team the supervisor puts every question; the role that met the difficulty is what the paper counts (Query when need, Table 6.2). */
export function wisherOf(
  asked: Extract<RunEvent, { type: "question-asked" }>,
  events: readonly RunEvent[],
): string {
  const difficult = events.findLast(
    (event) =>
      event.seq < asked.seq &&
      event.type === "policy-replied" &&
      event.role !== "supervisor" &&
      event.reply.output?.difficulty !== undefined,
  );
  return difficult?.role ?? asked.role;
}
