import { describe, expect, it } from "vitest";
import type { ItoolGold, ItoolItem } from "../../../src/evaluation/itool/itool-item.ts";
import { type ItoolScore, scoreItool, summariseItool } from "../../../src/evaluation/itool/score-itool.ts";

import { NO_USAGE } from "../../../src/model/usage.ts";
import type { Outcome } from "../../../src/trajectory/outcome.ts";
import type { RunEvent, RunEventBody } from "../../../src/trajectory/run-event.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { itemWith, missingItem } from "./itool-fixture.ts";

type Said = RunEventBody & { readonly role?: string };

const events = (...bodies: readonly Said[]): readonly RunEvent[] =>
  bodies.map((body, at) => ({
    role: "agent",
    ...body,
    seq: at + 1,
    parentSeq: at === 0 ? null : at,
    at: "2025-01-01T00:00:00Z",
  }));

const called = (operation: string, status: number | "dry" = 200): Said => ({
  type: "action-observed",
  command: "a",
  action: { environment: "api", tool: "call_operation", arguments: { operation } },
  observation: {
    text: "",
    data: status === "dry" ? { operation } : { operation, status },
    warnings: [],
    notes: [],
  },
});

const question = (text: string, permission = false): Said => ({
  type: "question-asked",
  command: "q",
  clarification: {
    question: text,
    words: [],
    kind: "missing",
    readings: [],
    ...(permission
      ? {
          permission: {
            environment: "api",
            operation: "POST /lists",
            action: { environment: "api", tool: "call_operation", arguments: {} },
          },
        }
      : {}),
  },
});

const replied = (role: string, output: JsonObject): Said => ({
  type: "policy-replied",
  role,
  command: "m",
  reply: { thought: "", actions: [], output, usage: NO_USAGE },
});

const answered = (text: string): Outcome => ({
  type: "answered",
  answer: { text },
  evidence: [],
  assumptions: [],
});
const gaveUp: Outcome = { type: "unanswerable", reason: "Nothing does that.", words: [] };

const score = (item: ItoolItem, gold: ItoolGold, outcome: Outcome, ...bodies: readonly Said[]): ItoolScore =>
  scoreItool(item, gold, { outcome, events: events(...bodies) });

const NEEDED: ItoolGold = { answer: 110, needsQuestion: true };
const CLEAR: ItoolGold = { answer: 110, needsQuestion: false };

describe("success", () => {
  it("is the right answer, whatever the category", () => {
    expect(score(itemWith(), CLEAR, answered("110 minutes"))).toMatchObject({
      success: true,
      outcome: "answered",
    });
    expect(score(missingItem(), NEEDED, answered("90 minutes")).success).toBe(false);
  });

  it("is giving up where nothing can do it, and nowhere else", () => {
    const unsupported = itemWith({ category: "unsupported", solution: [], answer: "" });
    const gold = { needsQuestion: false };
    expect(score(unsupported, gold, gaveUp).success).toBe(true);
    expect(score(unsupported, gold, answered("It sold 110 copies.")).success).toBe(false);
    expect(score(itemWith(), CLEAR, gaveUp).success).toBe(false);
  });

  it("is none where the run ends with a question or is stopped", () => {
    const stopped: Outcome = { type: "stopped", reason: "steps", message: "" };
    expect(score(missingItem(), NEEDED, stopped)).toMatchObject({ success: false, outcome: "stopped" });
  });
});

describe("questions", () => {
  it.each(["missing", "unclear", "several-meanings"] as const)(
    "are missed where one was needed: %s",
    (category) => {
      expect(score(missingItem({ category }), NEEDED, answered("110")).missed).toBe(true);
      const asked = score(missingItem({ category }), NEEDED, answered("110"), question("Which film?"));
      expect(asked).toMatchObject({
        missed: false,
        questions: [{ role: "agent", needed: "yes", relevant: true }],
      });
    },
  );

  it("are not needed where every meaning has the same answer", () => {
    const same = score(missingItem({ category: "unclear" }), CLEAR, answered("110"), question("Which film?"));
    expect(same).toMatchObject({ missed: false, questions: [{ needed: "no", relevant: true }] });
  });

  it("about a typo may be asked or not", () => {
    const typo = missingItem({ category: "problematic", level: "character", words: ["Midnigt Heron"] });
    expect(score(typo, CLEAR, answered("110"))).toMatchObject({
      success: true,
      missed: false,
      questions: [],
    });
    const asked = score(typo, CLEAR, answered("110"), question('Do you mean "Midnigt Heron"?'));
    expect(asked).toMatchObject({
      success: true,
      missed: false,
      questions: [{ needed: "either", relevant: true }],
    });
  });

  it("for leave are none", () => {
    expect(score(itemWith(), CLEAR, answered("110"), question("May this be sent?", true)).questions).toEqual(
      [],
    );
  });

  it("count for the role that met the difficulty, not for the supervisor that puts them", () => {
    const run = [
      replied("planner", { difficulty: { problem: "no film is named" } }),
      replied("supervisor", { difficulty: {} }),
      { ...question("Which film?"), role: "supervisor" },
    ];
    expect(score(missingItem(), NEEDED, answered("110"), ...run).questions).toMatchObject([
      { role: "planner" },
    ]);
  });

  it("count for the newest difficulty before them", () => {
    const run = [
      replied("planner", { difficulty: {} }),
      { ...question("Which film?"), role: "supervisor" },
      replied("caller", { difficulty: {} }),
      { ...question("Which title?"), role: "supervisor" },
      replied("parser", { difficulty: {} }),
    ];
    const { questions } = score(missingItem(), NEEDED, answered("110"), ...run);
    expect(questions.map(({ role }) => role)).toEqual(["planner", "caller"]);
  });

  it("of a supervisor that no role has moved are its own", () => {
    const run = [replied("planner", { step: "search" }), { ...question("Which film?"), role: "supervisor" }];
    expect(score(missingItem(), NEEDED, answered("110"), ...run).questions).toMatchObject([
      { role: "supervisor" },
    ]);
  });
});

describe("the correct path", () => {
  const path = (...bodies: readonly Said[]) => score(itemWith(), CLEAR, answered("110"), ...bodies);

  it("is the solution's operations in their order, with others between them", () => {
    const run = path(
      called("GET /genres"),
      called("GET /search/films"),
      called("GET /search/films"),
      called("GET /films/{film_id}"),
    );
    expect(run).toMatchObject({ correctPath: true, extraCalls: 2 });
  });

  it("is not there in another order, or with one of them left out", () => {
    expect(path(called("GET /films/{film_id}"), called("GET /search/films")).correctPath).toBe(false);
    expect(path(called("GET /films/{film_id}"))).toMatchObject({ correctPath: false, extraCalls: 0 });
  });

  it("counts only calls that were sent and answered", () => {
    expect(path(called("GET /search/films"), called("GET /films/{film_id}", "dry")).correctPath).toBe(false);
  });

  it("of what cannot be done is empty, so that every call is one too many", () => {
    const unsupported = itemWith({ category: "unsupported", solution: [], answer: "" });
    const run = score(unsupported, { needsQuestion: false }, gaveUp, called("GET /genres"));
    expect(run).toMatchObject({ correctPath: true, extraCalls: 1 });
  });
});

describe("the summary", () => {
  it("counts per category and over all, by role", () => {
    const scores = [
      score(missingItem(), NEEDED, answered("110"), question("Which film?"), {
        ...question("Which one?"),
        role: "caller",
      }),
      score(missingItem({ id: "i2" }), NEEDED, answered("90")),
      score(
        itemWith({ id: "i3" }),
        CLEAR,
        answered("110"),
        question("Which film?"),
        called("GET /search/films"),
        called("GET /films/{film_id}"),
      ),
    ];
    const [missing, clear, all, ...more] = summariseItool(scores);
    expect(more).toEqual([]);
    expect(missing).toEqual({
      category: "missing",
      ...{ items: 2, success: 1, correctPath: 0, asked: 2, needed: 2, unneeded: 0, relevant: 1, missed: 1 },
      byRole: { agent: { relevant: 1, irrelevant: 0 }, caller: { relevant: 0, irrelevant: 1 } },
    });
    expect(clear).toMatchObject({
      category: "clear",
      items: 1,
      correctPath: 1,
      unneeded: 1,
      relevant: 0,
      missed: 0,
    });
    expect(all).toMatchObject({ category: "all", items: 3, success: 2, asked: 3, needed: 2, unneeded: 1 });
    expect(all?.byRole).toEqual({
      agent: { relevant: 1, irrelevant: 1 },
      caller: { relevant: 0, irrelevant: 1 },
    });
  });

  it("of nothing is one empty row", () => {
    expect(summariseItool([])).toMatchObject([{ category: "all", items: 0, byRole: {} }]);
  });
});
