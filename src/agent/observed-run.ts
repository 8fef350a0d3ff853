import type { Usage } from "../model/usage.ts";
import { observeRun } from "../telemetry/observe-run.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { ActiveRun } from "./active-run.ts";
import type { RunResult } from "./run-options.ts";

/** As `run-started` and `run-resumed` keep it. */
export interface TracePosition {
  readonly traceparent?: string;
}

interface Carried {
  readonly runId: string;
  readonly run: ActiveRun;
  readonly strategy: string;
  readonly question: string | undefined;
}

/** The run within its span, or what this call adds to it: linked to where it was traced before. */
export function observedRun(
  { runId, run, strategy, question }: Carried,
  work: (position: TracePosition) => Promise<RunResult>,
): Promise<RunResult> {
  const { events } = run.journal;
  const before = run.fold.progress.usage;
  return observeRun(
    {
      runId,
      strategy,
      policy: run.policy.id,
      kinds: run.environments.map(({ kind }) => kind),
      withholds: run.environments.some(({ egress }) => egress !== undefined),
      question,
      ...(events.length === 0 ? {} : { resumed: { position: lastPosition(events) } }),
    },
    ({ outcome, usage }: RunResult) => ({ ...endOf(outcome), ...added(usage, before) }),
    (position) => work(position === undefined ? {} : { traceparent: position }),
  );
}

function lastPosition(events: readonly RunEvent[]): string | undefined {
  return events
    .flatMap((event) => (event.type === "run-started" || event.type === "run-resumed" ? [event] : []))
    .findLast(({ traceparent }) => traceparent !== undefined)?.traceparent;
}

function endOf(outcome: Outcome) {
  return {
    outcome: outcome.type,
    reason: outcome.type === "stopped" ? outcome.reason : undefined,
    code: outcome.type === "failed" ? outcome.code : undefined,
  };
}

/** Tokens of this call alone: those of an earlier one are in its own span. */
function added(usage: Usage, before: Usage) {
  const more = (name: "inputTokens" | "outputTokens" | "cachedInputTokens") => {
    const all = usage[name];
    return all === undefined ? undefined : all - (before[name] ?? 0);
  };
  return {
    inputTokens: more("inputTokens"),
    outputTokens: more("outputTokens"),
    cachedInputTokens: more("cachedInputTokens"),
  };
}
