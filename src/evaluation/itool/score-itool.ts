import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { wisherOf } from "../questions/judge-asked.ts";
import { extraCalls, isCorrectPath, operationsCalled } from "../scores/api/path-score.ts";
import { answerHolds } from "./answer-holds.ts";
import { ITOOL_CATEGORIES, type ItoolCategory, type ItoolGold, type ItoolItem } from "./itool-item.ts";
import { type JudgedQuestion, judgeQuestion } from "./judge-question.ts";

/** How one run did on one item. */
export interface ItoolScore {
  /** Of the item. */
  readonly id: string;
  readonly category: ItoolCategory;
  /** The right answer, or `unanswerable` where nothing can do it. */
  readonly success: boolean;
  /** Its type. */
  readonly outcome: Outcome["type"];
  /** Those that were put to the user, leave for effects not counted. */
  readonly questions: readonly JudgedQuestion[];
  /** A question was needed and none was asked. */
  readonly missed: boolean;
  /** Operations of the solution that were called, in its order (RestBench's correct path: the gold is a subsequence). */
  readonly correctPath: boolean;
  /** Calls beyond those of the solution. */
  readonly extraCalls: number;
}

/** Scores one run on one item (Query when need, Chapter 6; questions as needed and relevant from the item's own words). */
export function scoreItool(
  item: ItoolItem,
  gold: ItoolGold,
  run: { readonly outcome: Outcome; readonly events: readonly RunEvent[] },
): ItoolScore {
  const questions = run.events.flatMap((event) => {
    if (event.type !== "question-asked" || event.clarification.permission !== undefined) return [];
    return [judgeQuestion(event.clarification, wisherOf(event, run.events), item, gold)];
  });
  const called = operationsCalled(run.events);
  const wanted = item.solution.map(({ operation }) => operation);
  return {
    id: item.id,
    category: item.category,
    success: succeeded(item, gold, run.outcome),
    outcome: run.outcome.type,
    questions,
    missed: gold.needsQuestion && item.category !== "problematic" && questions.length === 0,
    correctPath: isCorrectPath(wanted, called),
    extraCalls: Math.max(0, extraCalls(wanted, called)),
  };
}

function succeeded(item: ItoolItem, gold: ItoolGold, outcome: Outcome): boolean {
  if (item.category === "unsupported") return outcome.type === "unanswerable";
  return outcome.type === "answered" && gold.answer !== undefined && answerHolds(outcome.answer, gold.answer);
}

/** Counts over the items of one category, or over all. */
export interface ItoolSummary {
  readonly category: ItoolCategory | "all";
  /** Number of items. */
  readonly items: number;
  /** Items with the right end. */
  readonly success: number;
  /** Items whose solution was called in its order. */
  readonly correctPath: number;
  /** Questions to the user. */
  readonly asked: number;
  /** Questions that were needed, or about a misspelled name. */
  readonly needed: number;
  /** Questions that were not needed. */
  readonly unneeded: number;
  /** Questions about the right thing. */
  readonly relevant: number;
  /** Items that needed a question and got none. */
  readonly missed: number;
  /** Questions by the role that wanted to ask. */
  readonly byRole: Readonly<Record<string, { readonly relevant: number; readonly irrelevant: number }>>;
}

/** Counts per category and over all, in the form of the paper's Tables 6.1 and 6.2. */
export function summariseItool(scores: readonly ItoolScore[]): readonly ItoolSummary[] {
  const rows = ITOOL_CATEGORIES.map((category) =>
    summary(
      category,
      scores.filter((each) => each.category === category),
    ),
  );
  return [...rows.filter(({ items }) => items > 0), summary("all", scores)];
}

function summary(category: ItoolSummary["category"], scores: readonly ItoolScore[]): ItoolSummary {
  const questions = scores.flatMap((each) => each.questions);
  const byRole: Record<string, { relevant: number; irrelevant: number }> = {};
  for (const { role, relevant } of questions) {
    const counts = byRole[role] ?? { relevant: 0, irrelevant: 0 };
    byRole[role] = relevant
      ? { ...counts, relevant: counts.relevant + 1 }
      : { ...counts, irrelevant: counts.irrelevant + 1 };
  }
  return {
    category,
    items: scores.length,
    success: scores.filter(({ success }) => success).length,
    correctPath: scores.filter(({ correctPath }) => correctPath).length,
    asked: questions.length,
    needed: questions.filter(({ needed }) => needed !== "no").length,
    unneeded: questions.filter(({ needed }) => needed === "no").length,
    relevant: questions.filter(({ relevant }) => relevant).length,
    missed: scores.filter(({ missed }) => missed).length,
    byRole,
  };
}
