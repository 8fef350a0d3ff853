import { FuxiError } from "../errors/fuxi-error.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { RunSummary } from "../trajectory/trajectory-store.ts";

/** Summary that a store keeps of a run beside its events, so that lists need not read them. */
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

export function summaryOf({
  id,
  record,
  reopen,
}: Pick<RunSummary, "id" | "reopen"> & { readonly record: RunRecord }): RunSummary {
  return { id, ...record, ...(reopen === undefined ? {} : { reopen }) };
}

/** Also for a run of another principal, so as not to reveal that the run exists. */
export function runNotFound(runId: string): FuxiError {
  return new FuxiError("run-not-found", `There is no run ${runId}.`, {
    hint: "See: fuxi runs list",
  });
}

export function runExists(runId: string): FuxiError {
  return new FuxiError("store-conflict", `There is a run ${runId} already.`);
}

export function checkContinuity(runId: string, stored: number, events: readonly RunEvent[]): void {
  for (const [index, { seq }] of events.entries()) {
    const expected = stored + index + 1;
    if (seq === expected) continue;
    throw new FuxiError(
      "store-conflict",
      `The run ${runId} goes on with event ${expected}, not ${seq}: somebody else wrote to it in between.`,
    );
  }
}

/** `seconds`: time until the hold expires. */
export function runHeld(runId: string, seconds: number): FuxiError {
  const left = Math.max(1, Math.ceil(seconds));
  return new FuxiError("run-not-resumable", `The run ${runId} is being carried on by another process.`, {
    hint: `Wait until it has ended. Where that process was killed, try again in ${left} s.`,
  });
}

export function runTaken(runId: string): FuxiError {
  return new FuxiError("store-conflict", `Somebody else goes on with the run ${runId}.`, {
    hint: "Look how far it is: fuxi runs show",
  });
}
