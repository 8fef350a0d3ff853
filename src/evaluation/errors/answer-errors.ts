import type { FailureCode } from "../../environment/tool-failure.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Answered } from "../benchmark/benchmark.ts";
import { judgeAsked } from "../questions/asking.ts";
import type { ItemRecord } from "../run/configuration.ts";
import { isCorrectPath, operationsCalled } from "../scores/api/path-score.ts";

/** Why there is nothing to compare, whatever is asked; docs/evaluation.md explains each of these kinds. */
export const RUN_ERRORS = [
  "not-scored",
  "run-failed",
  "asked",
  "declined",
  "unusable-replies",
  "repetition",
  "limit",
] as const;

/** What kinds of error an answer from a database can be, beside those of runs; the first that holds is told. */
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

/** The same of a knowledge base. */
export const GRAPH_ERRORS = ["no-members", "empty-set", "partly-right", "other-members"] as const;

/**
 * What kind of error an answer is, of a closed table by what its gold is; undefined where it is right. Decided from the record and the trajectory alone.
 */
export function errorOf(answered: Answered, record: ItemRecord): string | undefined {
  const { scores } = record;
  const { gold } = answered.task;
  if (isRight(record)) return undefined;
  if (gold["path"] !== undefined) return apiErrorOf(answered);
  const ended = runError(record);
  if (ended !== undefined || (scores.va === undefined && scores.f1 === undefined)) return ended;
  return scores.f1 === undefined ? databaseErrorOf(record) : graphErrorOf(answered, record);
}

/** By the measure that stands for the answer as a whole, where a benchmark has one. */
function isRight({ scores }: ItemRecord): boolean {
  const whole = scores["success"] ?? scores["ex"] ?? scores["em"] ?? scores["f1"] ?? scores["correct-path"];
  return whole === 1;
}

/** Undefined where the run ended with an answer that was scored. */
function runError({ unscored, outcome, reason }: ItemRecord): (typeof RUN_ERRORS)[number] | undefined {
  if (outcome === "failed") return "run-failed";
  if (unscored !== undefined) return "not-scored";
  if (outcome === "needs-clarification") return "asked";
  if (outcome === "unanswerable") return "declined";
  if (outcome !== "stopped") return undefined;
  if (reason === "no-action") return "unusable-replies";
  return reason === "repetition" ? "repetition" : "limit";
}

/** The form of a wrong result was compared when it was scored. */
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
 * Why a run over an API came to nothing: the nine kinds of Query when need (Section 3.2, Tables 3.2 and 3.3), and one for what is none of them. The paper names its kinds and gives
 * examples, found by people in what a model did; what tells them apart in events is decided here.
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
 * The kind of error of a run that was not right. Decided in this order: a server that was down; a query that is at fault by the data and was not
 * asked about as it should; what the run itself ended with; the last thing that failed and was not mended; the path against the gold's.
 */
export function apiErrorOf(answered: Answered): ApiErrorCode {
  const { events, outcome } = answered.run;
  const left = unmended(events);
  if (left !== undefined && isDown(left)) return "api-down";
  return (
    faultOfQuery(answered) ??
    faultInOutcome(outcome, left) ??
    (left === undefined ? undefined : faultOfFailure(left)) ??
    faultOfPath(answered, left) ??
    "unclassified"
  );
}

type Failed = Extract<RunEvent, { type: "action-failed" }>;
type Left = Pick<Failed, "action" | "failure">;

/** The last failed action, unless one of the same tool went through afterwards. */
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

/** Where the data say what is wrong with a query, it is that, unless the person was asked about it and said what was meant. */
function faultOfQuery({ task, run }: Answered): ApiErrorCode | undefined {
  const { intended, groups } = task;
  const code = OF_CATEGORY[groups["category"] ?? groups["kind"] ?? ""];
  if (code === undefined || code === "tool-limitation") return code;
  // Every understanding has the same answer: it is not the query's fault.
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
  // Who gives up behind a failure gives up for its reason.
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

function faultOfFailure({ action, failure }: Left): ApiErrorCode | undefined {
  if (failure.code === "response-error") {
    const status = statusOf(failure.message);
    if (status === 401 || status === 403) return "tool-limitation";
    return status === 404 ? "information-incorrect" : "information-missing";
  }
  // Of an extraction, arguments are code.
  if (failure.code === "invalid-arguments" && action.tool === "extract") return "code-problem";
  if (failure.code === "time-limit") return action.tool === "extract" ? "code-problem" : "api-down";
  return OF_FAILURE[failure.code];
}

function faultOfPath({ task, run }: Answered, left: Left | undefined): ApiErrorCode | undefined {
  const last = run.events.findLast(
    (event) => event.type === "action-observed" && event.action.tool !== "find_operations",
  );
  const foundNothing =
    last?.type === "action-observed" && last.observation.notes.some(({ code }) => code === "no-match");
  if (foundNothing) return last.action.tool === "extract" ? "complex-format" : "information-incorrect";
  const called = operationsCalled(run.events);
  const gold = (task.gold["path"] ?? undefined) as readonly string[] | undefined;
  if (gold === undefined || gold.length === 0 || called.length === 0) return undefined;
  if (gold.some((each) => !called.includes(each))) return "wrong-tool";
  if (gold.length > 1) return "error-in-multi-tool";
  return isCorrectPath(gold, called) && left === undefined && run.outcome.type === "answered"
    ? "complex-format"
    : undefined;
}
