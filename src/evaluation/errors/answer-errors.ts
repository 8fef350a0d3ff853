import type { ApiTools } from "../../environment/capabilities.ts";
import type { FailureCode } from "../../environment/tool-failure.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Answered } from "../benchmark/benchmark.ts";
import { judgeAsked } from "../questions/asking.ts";
import type { ItemRecord } from "../run/configuration.ts";
import { isCorrectPath, operationsCalled } from "../scores/api/path-score.ts";

/** Kinds of errors of runs without a comparable answer, for all environments (docs/evaluation.md explains each). */
export const RUN_ERRORS = [
  "not-scored",
  "run-failed",
  "asked",
  "declined",
  "unusable-replies",
  "repetition",
  "limit",
] as const;

/** Kinds of errors of answers from a database, beside those of runs. The first that applies counts. */
export const DATABASE_ERRORS = [
  "no-query",
  "invalid-query",
  "gold-fails",
  "row-order",
  "repeated-rows",
  "column-order",
  "extra-columns",
  "missing-columns",
  "other-rows",
] as const;

/** Kinds of errors of answers from a knowledge base. */
export const GRAPH_ERRORS = ["no-members", "empty-set", "partly-right", "other-members"] as const;

/**
 * The kind of error of an answer, from the closed table for its kind of gold. Undefined for a right answer. Decided from the record and the trajectory alone.
 */
export function errorOf(answered: Answered, record: ItemRecord, tools?: ApiTools): string | undefined {
  const { scores } = record;
  const { gold } = answered.task;
  if (isRight(record)) return undefined;
  if (gold["path"] !== undefined) return apiErrorOf(answered, tools);
  const ended = runError(record);
  if (ended !== undefined || (scores.va === undefined && scores.f1 === undefined)) return ended;
  return scores.f1 === undefined ? databaseErrorOf(record) : graphErrorOf(answered, record);
}

/** Whether the benchmark's measure of the whole answer is 1. */
function isRight({ scores }: ItemRecord): boolean {
  const whole = scores["success"] ?? scores["ex"] ?? scores["em"] ?? scores["f1"] ?? scores["correct-path"];
  return whole === 1;
}

/** Undefined for a scored answer. */
function runError({ unscored, outcome, reason }: ItemRecord): (typeof RUN_ERRORS)[number] | undefined {
  if (outcome === "failed") return "run-failed";
  if (unscored !== undefined) return "not-scored";
  if (outcome === "needs-clarification") return "asked";
  if (outcome === "unanswerable") return "declined";
  if (outcome !== "stopped") return undefined;
  if (reason === "no-action") return "unusable-replies";
  return reason === "repetition" ? "repetition" : "limit";
}

/** `error`: the difference in form, which the scorer determined. */
function databaseErrorOf({ scores, predicted, error }: ItemRecord): string {
  if (predicted === undefined) return "no-query";
  if (scores.va === 0) return "invalid-query";
  return scores.ex === undefined ? "gold-fails" : (error ?? "other-rows");
}

function graphErrorOf({ run: { outcome } }: Answered, { scores }: ItemRecord): (typeof GRAPH_ERRORS)[number] {
  const evidence = outcome.type === "answered" ? outcome.evidence : [];
  if (evidence.every(({ program }) => program === undefined)) return "no-members";
  if (scores.va === 0) return "empty-set";
  return (scores.f1 ?? 0) > 0 ? "partly-right" : "other-members";
}

/**
 * Kinds of errors of runs over an API: the nine of Query when need (Section 3.2, Tables 3.2 and 3.3), and one for all others. The paper's authors assigned them
 * by hand; the rules that assign them from events are ours.
 */
export const API_ERRORS = [
  "information-missing",
  "information-unclear",
  "information-incorrect",
  "tool-limitation",
  "api-down",
  "error-in-multi-tool",
  "code-problem",
  "wrong-tool",
  "complex-format",
  "unclassified",
] as const;

/** One of `API_ERRORS`. */
export type ApiErrorCode = (typeof API_ERRORS)[number];

/**
 * The kind of error of a run that was not right. `tools`: names of the API's tools. Decided in this order: a server that was down; a query that is at fault by the data and was not
 * asked about as it should; the outcome of the run; the last failure that was not repaired; the path compared with the gold's.
 */
export function apiErrorOf(answered: Answered, tools?: ApiTools): ApiErrorCode {
  const { events, outcome } = answered.run;
  const left = unmended(events);
  if (left !== undefined && isDown(left)) return "api-down";
  return (
    faultOfQuery(answered) ??
    faultInOutcome(outcome, left) ??
    (left === undefined ? undefined : faultOfFailure(left, tools)) ??
    faultOfPath(answered, left, tools) ??
    "unclassified"
  );
}

type Failed = Extract<RunEvent, { type: "action-failed" }>;
type Left = Pick<Failed, "action" | "failure">;

/** The last failed action, unless a later one of the same tool succeeded. */
function unmended(events: readonly RunEvent[]): Left | undefined {
  const last = events.findLast((event) => event.type === "action-failed");
  if (last?.type !== "action-failed") return undefined;
  const isMended = events.some(
    (event) =>
      event.type === "action-observed" && event.seq > last.seq && event.action.tool === last.action.tool,
  );
  return isMended ? undefined : last;
}

function isDown({ failure }: Left): boolean {
  if (failure.code === "server-unreachable") return true;
  const status = statusOf(failure.message);
  return failure.code === "response-error" && status !== undefined && (status >= 500 || status === 429);
}

function statusOf(message: string): number | undefined {
  const [, status] = /answered with (\d{3})/u.exec(message) ?? [];
  return status === undefined ? undefined : Number(status);
}

const OF_CATEGORY: Readonly<Record<string, ApiErrorCode>> = {
  missing: "information-missing",
  unclear: "information-unclear",
  "several-meanings": "information-unclear",
  "several-columns": "information-unclear",
  problematic: "information-incorrect",
  typo: "information-incorrect",
  unsupported: "tool-limitation",
};

/** The query's own fault, as the data label it, unless the person was asked and explained what was meant. */
function faultOfQuery({ task, run }: Answered): ApiErrorCode | undefined {
  const { intended, groups } = task;
  const code = OF_CATEGORY[groups["category"] ?? groups["kind"] ?? ""];
  if (code === undefined || code === "tool-limitation") return code;
  // All interpretations have the same answer, so the query is not at fault.
  if (intended?.needed === undefined && intended?.mayAsk !== true) return undefined;
  const asked = run.events.flatMap((event) => (event.type === "question-asked" ? [event] : []));
  const wasTold = asked.some(
    ({ command, clarification }) =>
      judgeAsked(clarification, task).relevant &&
      run.events.some(
        (event) =>
          event.type === "question-answered" && event.command === command && event.reply.type === "answered",
      ),
  );
  return wasTold ? undefined : code;
}

const OF_KIND = {
  missing: "information-missing",
  "several-meanings": "information-unclear",
  problematic: "information-incorrect",
  unsupported: "tool-limitation",
} as const;

function faultInOutcome(outcome: Outcome, left: Left | undefined): ApiErrorCode | undefined {
  if (outcome.type === "needs-clarification") {
    return outcome.clarification.permission === undefined
      ? OF_KIND[outcome.clarification.kind]
      : "tool-limitation";
  }
  // After a failure, the failure is the reason for giving up.
  return outcome.type === "unanswerable" && left === undefined ? "tool-limitation" : undefined;
}

const OF_FAILURE: Readonly<Partial<Record<FailureCode, ApiErrorCode>>> = {
  "invalid-arguments": "information-missing",
  "untraced-argument": "information-missing",
  "not-permitted": "tool-limitation",
  "permission-needed": "tool-limitation",
  "effect-unknown": "api-down",
  "server-unreachable": "api-down",
  "unknown-operation": "wrong-tool",
  "unknown-tool": "wrong-tool",
  "program-failed": "code-problem",
  "program-stopped": "code-problem",
  "syntax-error": "code-problem",
  "unknown-response": "complex-format",
};

function faultOfFailure({ action, failure }: Left, tools: ApiTools | undefined): ApiErrorCode | undefined {
  const isExtraction = action.tool === tools?.extract;
  if (failure.code === "response-error") {
    const status = statusOf(failure.message);
    if (status === 401 || status === 403) return "tool-limitation";
    return status === 404 ? "information-incorrect" : "information-missing";
  }
  // The arguments of an extraction are code.
  if (failure.code === "invalid-arguments" && isExtraction) return "code-problem";
  if (failure.code === "time-limit") return isExtraction ? "code-problem" : "api-down";
  return OF_FAILURE[failure.code];
}

function faultOfPath(
  { task, run }: Answered,
  left: Left | undefined,
  tools: ApiTools | undefined,
): ApiErrorCode | undefined {
  const last = run.events.findLast(
    (event) => event.type === "action-observed" && event.action.tool !== tools?.find,
  );
  const foundNothing =
    last?.type === "action-observed" && last.observation.notes.some(({ code }) => code === "no-match");
  if (foundNothing) return last.action.tool === tools?.extract ? "complex-format" : "information-incorrect";
  const called = operationsCalled(run.events);
  const gold = (task.gold["path"] ?? undefined) as readonly string[] | undefined;
  if (gold === undefined || gold.length === 0 || called.length === 0) return undefined;
  if (gold.some((each) => !called.includes(each))) return "wrong-tool";
  if (gold.length > 1) return "error-in-multi-tool";
  return isCorrectPath(gold, called) && left === undefined && run.outcome.type === "answered"
    ? "complex-format"
    : undefined;
}
