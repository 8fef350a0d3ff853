import { describe, expect, it } from "vitest";
import type { FailureCode, FindingCode } from "../../../src/environment/tool-failure.ts";
import type { BenchmarkTask } from "../../../src/evaluation/benchmark/benchmark.ts";
import { API_ERRORS, type ApiErrorCode, apiErrorOf } from "../../../src/evaluation/errors/answer-errors.ts";
import type { Outcome } from "../../../src/trajectory/outcome.ts";
import type { RunEvent, RunEventBody } from "../../../src/trajectory/run-event.ts";

const call = (operation: string, tool = "call_operation") => ({
  environment: "api",
  tool,
  arguments: { operation },
});

const did = (operation: string, note?: FindingCode, tool = "call_operation"): RunEventBody => ({
  type: "action-observed",
  command: "a",
  action: call(operation, tool),
  observation: {
    text: "",
    data: tool === "call_operation" ? { operation, status: 200 } : {},
    warnings: [],
    notes: note === undefined ? [] : [{ code: note, message: "", suggestions: [] }],
  },
});

const failed = (code: FailureCode, message = "", tool = "call_operation"): RunEventBody => ({
  type: "action-failed",
  command: "a",
  action: call("GET /a", tool),
  failure: { code, message, suggestions: [] },
});

const asked = (question: string, reply?: string): readonly RunEventBody[] => [
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

const ANSWERED: Outcome = { type: "answered", answer: { text: "7" }, evidence: [], assumptions: [] };
const GAVE_UP: Outcome = { type: "unanswerable", reason: "", words: [] };

function errorOf(
  bodies: readonly RunEventBody[],
  outcome: Outcome,
  task: Partial<BenchmarkTask> = {},
): ApiErrorCode {
  const events = bodies.map(
    (body, at): RunEvent => ({
      ...body,
      seq: at + 1,
      parentSeq: at === 0 ? null : at,
      role: "agent",
      at: "2026-01-01T00:00:00Z",
    }),
  );
  const whole = {
    id: "1",
    place: "api",
    question: "How long is it?",
    groups: {},
    gold: { path: ["GET /a", "GET /b"] },
    ...task,
  };
  return apiErrorOf({ task: whole, run: { outcome, events } });
}

const unclear = (category: string, intended: BenchmarkTask["intended"]): Partial<BenchmarkTask> => ({
  groups: { category },
  ...(intended === undefined ? {} : { intended }),
});
const NEEDED = { names: [], words: ["film"], needed: "Which film?" };
const MAY_ASK = { names: [], words: ["film"], mayAsk: true };
const BOTH = [did("GET /a"), did("GET /b")];

describe("the kind of error of a run over an API", () => {
  it("are the paper's nine and one for the rest", () => {
    expect(API_ERRORS).toHaveLength(10);
  });

  it.each<[ApiErrorCode, string, ApiErrorCode]>([
    [
      "information-missing",
      "a needed name that nobody asked for",
      errorOf(BOTH, ANSWERED, unclear("missing", NEEDED)),
    ],
    [
      "information-missing",
      "a question that was put and not answered",
      errorOf([...asked("Which film?"), ...BOTH], ANSWERED, unclear("missing", NEEDED)),
    ],
    ["information-missing", "an argument that was made up", errorOf([failed("untraced-argument")], GAVE_UP)],
    [
      "information-unclear",
      "words with several meanings",
      errorOf(BOTH, ANSWERED, unclear("several-meanings", NEEDED)),
    ],
    ["information-incorrect", "a misspelled name", errorOf(BOTH, ANSWERED, unclear("problematic", MAY_ASK))],
    [
      "information-incorrect",
      "a thing that the server has not",
      errorOf([failed("response-error", "GET /a was answered with 404: none.")], GAVE_UP),
    ],
    ["information-incorrect", "a search that found nothing", errorOf([did("GET /a", "no-match")], ANSWERED)],
    [
      "tool-limitation",
      "a query that nothing can do",
      errorOf(BOTH, ANSWERED, unclear("unsupported", undefined)),
    ],
    ["tool-limitation", "giving up without a failure", errorOf([did("GET /a")], GAVE_UP)],
    [
      "tool-limitation",
      "credentials that are not enough",
      errorOf([failed("response-error", "GET /a was answered with 403: no.")], GAVE_UP),
    ],
    ["api-down", "a server that is not there", errorOf([failed("server-unreachable")], GAVE_UP)],
    [
      "api-down",
      "a server that fails, whatever the query",
      errorOf(
        [failed("response-error", "GET /a was answered with 500: oh.")],
        GAVE_UP,
        unclear("missing", NEEDED),
      ),
    ],
    ["error-in-multi-tool", "all calls made, and another answer", errorOf(BOTH, ANSWERED)],
    [
      "error-in-multi-tool",
      "all calls in the other order",
      errorOf([did("GET /b"), did("GET /a")], ANSWERED),
    ],
    [
      "error-in-multi-tool",
      "another answer although the person said what was meant",
      errorOf([...asked("Which film?", "Heron"), ...BOTH], ANSWERED, unclear("missing", NEEDED)),
    ],
    [
      "error-in-multi-tool",
      "a failure that was mended",
      errorOf([failed("invalid-arguments"), ...BOTH], ANSWERED),
    ],
    [
      "code-problem",
      "a program that fails",
      errorOf([...BOTH, failed("program-failed", "", "extract")], GAVE_UP),
    ],
    [
      "code-problem",
      "an expression that cannot be read",
      errorOf([...BOTH, failed("invalid-arguments", "", "extract")], GAVE_UP),
    ],
    ["wrong-tool", "another operation called", errorOf([did("GET /a"), did("GET /c")], ANSWERED)],
    ["wrong-tool", "an operation that does not exist", errorOf([failed("unknown-operation")], GAVE_UP)],
    [
      "complex-format",
      "nothing found in the response",
      errorOf([...BOTH, did("", "no-match", "extract")], ANSWERED),
    ],
    [
      "complex-format",
      "the one call made, and another answer",
      errorOf([did("GET /a")], ANSWERED, { gold: { path: ["GET /a"] } }),
    ],
    ["unclassified", "nothing called", errorOf([], ANSWERED)],
    [
      "unclassified",
      "a limit with nothing done",
      errorOf([], { type: "stopped", reason: "steps", message: "" }),
    ],
  ])("is %s for %s", (expected, _, code) => {
    expect(code).toBe(expected);
  });
});
