import { describe, expect, it } from "vitest";
import type { ItoolGold, ItoolItem } from "../../../src/evaluation/itool/itool-item.ts";
import { scoreItool } from "../../../src/evaluation/itool/score-itool.ts";

import type { Outcome } from "../../../src/trajectory/outcome.ts";
import type { RunEvent, RunEventBody } from "../../../src/trajectory/run-event.ts";
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

const answered = (text: string): Outcome => ({
  type: "answered",
  answer: { text },
  evidence: [],
  assumptions: [],
});
const gaveUp: Outcome = { type: "unanswerable", reason: "Nothing does that.", words: [] };

const score = (item: ItoolItem, gold: ItoolGold, outcome: Outcome, ...bodies: readonly Said[]) =>
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
});

describe("a question", () => {
  it.each(["missing", "unclear", "several-meanings"] as const)(
    "is missed where one was needed: %s",
    (category) => {
      const item = missingItem({ category });
      expect(score(item, NEEDED, answered("110")).missed).toBe(true);
      expect(score(item, NEEDED, answered("110"), question("Which film?")).missed).toBe(false);
      expect(score(item, NEEDED, answered("110"), question("May this be sent?", true)).missed).toBe(true);
      expect(score(item, CLEAR, answered("110")).missed).toBe(false);
    },
  );

  it("about a typo may be asked or not", () => {
    const typo = missingItem({ category: "problematic", level: "character", words: ["Midnigt Heron"] });
    expect(score(typo, CLEAR, answered("110"))).toMatchObject({ success: true, missed: false });
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
