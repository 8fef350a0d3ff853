import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/environment/answer.ts";
import type { Answered, BenchmarkTask } from "../../../src/evaluation/benchmark/benchmark.ts";
import {
  API_ERRORS,
  type ApiErrorCode,
  apiErrorOf,
  errorOf,
} from "../../../src/evaluation/errors/answer-errors.ts";
import { formError } from "../../../src/evaluation/scores/sql/execution-match.ts";
import type { Outcome } from "../../../src/trajectory/outcome.ts";
import type { RunEventBody } from "../../../src/trajectory/run-event.ts";
import type { Json } from "../../../src/util/json.ts";
import { answering, called, eventsOf, failed, GAVE_UP, used } from "../../support/run-events.ts";
import { record } from "../report/made-up-run.ts";

const TOOLS = {
  find: "find_operations",
  describe: "describe_operation",
  call: "call_operation",
  extract: "extract",
};
const { predicted: _, answer: __, ...BARE } = record("t");

const answered = (gold: Answered["task"]["gold"], evidence: readonly Evidence[] = []): Answered => ({
  task: { id: "t", place: "p", question: "?", groups: {}, gold },
  run: { outcome: { type: "answered", answer: { text: "A" }, evidence, assumptions: [] }, events: [] },
});
const SQL = answered({ sql: "SELECT 1" });
const GRAPH = answered({ answer: [] }, [
  { environment: "kb", kind: "knowledge-base", program: "(JOIN a b)" },
]);

describe("the kind of an error", () => {
  it.each<readonly [string, Answered, Parameters<typeof record>[1], string | undefined]>([
    ["a right answer", SQL, { scores: { ex: 1, va: 1 } }, undefined],
    ["a run that failed", SQL, { scores: { ex: 0, va: 0 }, outcome: "failed" }, "run-failed"],
    ["an answer that was not scored", SQL, { unscored: "internal" }, "not-scored"],
    ["a question", SQL, { scores: { ex: 0, va: 0 }, outcome: "needs-clarification" }, "asked"],
    ["a refusal", SQL, { scores: { ex: 0, va: 0 }, outcome: "unanswerable" }, "declined"],
    [
      "babble",
      SQL,
      { scores: { ex: 0, va: 0 }, outcome: "stopped", reason: "no-action" },
      "unusable-replies",
    ],
    ["a circle", SQL, { scores: { ex: 0, va: 0 }, outcome: "stopped", reason: "repetition" }, "repetition"],
    ["a limit", SQL, { scores: { ex: 0, va: 0 }, outcome: "stopped", reason: "steps" }, "limit"],
    ["words without a query", SQL, { scores: { ex: 0, va: 0 } }, "no-query"],
    ["a query that does not run", SQL, { scores: { ex: 0, va: 0 }, predicted: "SELEC" }, "invalid-query"],
    ["a gold that does not run", SQL, { scores: { va: 1 }, predicted: "SELECT 1" }, "gold-fails"],
    [
      "another form",
      SQL,
      { scores: { ex: 0, va: 1 }, predicted: "x", error: "extra-columns" },
      "extra-columns",
    ],
    ["other rows", SQL, { scores: { ex: 0, va: 1 }, predicted: "SELECT 2" }, "other-rows"],
    ["words without a set", answered({ answer: [] }), { scores: { f1: 0, em: 0, va: 0 } }, "no-members"],
    ["an empty set", GRAPH, { scores: { f1: 0, em: 0, va: 0 } }, "empty-set"],
    ["some members", GRAPH, { scores: { f1: 0.5, em: 0, va: 1 } }, "partly-right"],
    ["other members", GRAPH, { scores: { f1: 0, em: 0, va: 1 } }, "other-members"],
    ["what is judged", answered({ answer: "A" }), { scores: { "answer-length": 3 } }, undefined],
    ["an answer of an API", answered({ path: [] }), { scores: { success: 0 } }, "unclassified"],
  ])("of %s", (_, given, more, kind) => {
    expect(errorOf(given, { ...BARE, scores: {}, ...more })).toBe(kind);
  });

  it.each<readonly [readonly (readonly Json[])[], readonly (readonly Json[])[], string | undefined]>([
    [[[2], [1]], [[1], [2]], "row-order"],
    [[[1], [1]], [[1]], "repeated-rows"],
    [[["a", 1]], [[1, "a"]], "column-order"],
    [[["a", 1, 3]], [[1]], "extra-columns"],
    [[[1]], [["a", 1]], "missing-columns"],
    [[[2]], [["a", 1]], undefined],
    [[], [[1]], undefined],
  ])("of %j beside the gold's %j is %s", (predicted, gold, kind) => {
    expect(formError(predicted, gold)).toBe(kind);
  });
});

const questionAsked = (question: string, reply?: string): readonly RunEventBody[] => [
  {
    type: "question-asked",
    command: "q",
    clarification: { question, words: [], kind: "missing", readings: [] },
  },
  {
    type: "question-answered",
    command: "q",
    reply: reply === undefined ? { type: "declined" } : { type: "answered", text: reply },
  },
];

const [A, B, C] = [called("GET /a"), called("GET /b"), called("GET /c")];
const BOTH = [A, B];
const SEVEN = answering("7");
const LIMIT: Outcome = { type: "stopped", reason: "steps", message: "" };

const unclear = (category: string, intended?: BenchmarkTask["intended"]): Partial<BenchmarkTask> => ({
  groups: { category },
  ...(intended === undefined ? {} : { intended }),
});
const WORDS = { names: [], words: ["film"] };
const NEEDED = { ...WORDS, needed: "Which film?" };
const MISSING = unclear("missing", NEEDED);
const answeredWith = (status: number) =>
  failed("response-error", { message: `GET /a was answered with ${status}: no.` });
const extracting = { tool: "extract" };

type Case = [ApiErrorCode, string, readonly RunEventBody[], Outcome, Partial<BenchmarkTask>?];
const CASES: Case[] = [
  ["information-missing", "a needed name that nobody questionAsked for", BOTH, SEVEN, MISSING],
  [
    "information-missing",
    "a question that got no answer",
    [...questionAsked("Which film?"), ...BOTH],
    SEVEN,
    MISSING,
  ],
  ["information-missing", "an argument that was made up", [failed("untraced-argument")], GAVE_UP],
  ["information-unclear", "several meanings", BOTH, SEVEN, unclear("several-meanings", NEEDED)],
  ["information-incorrect", "a typo", BOTH, SEVEN, unclear("problematic", { ...WORDS, mayAsk: true })],
  ["information-incorrect", "a thing that the server has not", [answeredWith(404)], GAVE_UP],
  ["information-incorrect", "a search that found nothing", [called("GET /a", 200, "no-match")], SEVEN],
  ["tool-limitation", "a query that nothing can do", BOTH, SEVEN, unclear("unsupported")],
  ["tool-limitation", "giving up without a failure", [A], GAVE_UP],
  ["tool-limitation", "credentials that are not enough", [answeredWith(403)], GAVE_UP],
  ["api-down", "a server that is not there", [failed("server-unreachable")], GAVE_UP],
  ["api-down", "a server that fails, whatever the query", [answeredWith(500)], GAVE_UP, MISSING],
  ["error-in-multi-tool", "all calls made, and another answer", BOTH, SEVEN],
  ["error-in-multi-tool", "all calls in the other order", [B, A], SEVEN],
  [
    "error-in-multi-tool",
    "what was told",
    [...questionAsked("Which film?", "Heron"), ...BOTH],
    SEVEN,
    MISSING,
  ],
  ["error-in-multi-tool", "a failure that was mended", [failed("invalid-arguments"), ...BOTH], SEVEN],
  ["code-problem", "a program that fails", [...BOTH, failed("program-failed", extracting)], GAVE_UP],
  ["code-problem", "an unreadable program", [...BOTH, failed("invalid-arguments", extracting)], GAVE_UP],
  ["wrong-tool", "another operation called", [A, C], SEVEN],
  ["wrong-tool", "an operation that does not exist", [failed("unknown-operation")], GAVE_UP],
  ["complex-format", "nothing found in the response", [...BOTH, used("extract", "no-match")], SEVEN],
  ["complex-format", "the one call, and another answer", [A], SEVEN, { gold: { path: ["GET /a"] } }],
  ["unclassified", "nothing called", [], SEVEN],
  ["unclassified", "a limit with nothing done", [], LIMIT],
];

describe("the kind of error of a run over an API", () => {
  it("is one of the paper's nine, and one for the rest", () => {
    expect(API_ERRORS).toHaveLength(10);
  });

  it.each<Case>(CASES)("is %s for %s", (expected, _, bodies, outcome, task) => {
    const whole: BenchmarkTask = {
      id: "1",
      place: "api",
      question: "How long is it?",
      groups: {},
      gold: { path: ["GET /a", "GET /b"] },
      ...task,
    };
    expect(apiErrorOf({ task: whole, run: { outcome, events: eventsOf(bodies) } }, TOOLS)).toBe(expected);
  });
});
