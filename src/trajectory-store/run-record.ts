import type { RunEvent } from "../trajectory/run-event.ts";
import type { RunSummary } from "../trajectory/trajectory-store.ts";

/** What a store keeps of a run beside its events, so that lists need not read them. */
export type RunRecord = Omit<RunSummary, "id" | "reopen">;

export const newRunRecord = (createdAt: Date): RunRecord => ({
  question: "",
  strategy: "",
  policy: "",
  environments: [],
  startedAt: createdAt.toISOString(),
  events: 0,
});

export function recordAfter(record: RunRecord, event: RunEvent): RunRecord {
  const { outcome: _ended, ...running } = { ...record, events: event.seq };
  switch (event.type) {
    case "run-started":
      return {
        ...running,
        question: event.task.question,
        strategy: event.strategy,
        policy: event.policy,
        environments: event.environments.map(({ id }) => id),
        startedAt: event.at,
      };
    case "run-finished":
      return { ...running, outcome: event.outcome.type };
    default:
      return running;
  }
}

export function summaryOf(id: string, record: RunRecord, reopen: string | undefined): RunSummary {
  return { id, ...record, ...(reopen === undefined ? {} : { reopen }) };
}
