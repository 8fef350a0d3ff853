import type { Clarification } from "../trajectory/clarification.ts";
import type { RunEvent } from "../trajectory/run-event.ts";

export interface OpenQuestion {
  /** The strategy's command that asked. */
  readonly command: string;
  readonly clarification: Clarification;
}

/** The question of a run that has no answer yet. */
export function openQuestion(events: readonly RunEvent[]): OpenQuestion | undefined {
  const answered = new Set(
    events.flatMap((event) => (event.type === "question-answered" ? [event.command] : [])),
  );
  const asked = events.findLast((event) => event.type === "question-asked" && !answered.has(event.command));
  if (asked?.type !== "question-asked") return undefined;
  const { command, clarification } = asked;
  return { command, clarification };
}
