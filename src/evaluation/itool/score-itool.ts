import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { extraCalls, isCorrectPath, operationsCalled } from "../scores/api/path-score.ts";
import { answerHolds } from "./answer-holds.ts";
import type { ItoolCategory, ItoolGold, ItoolItem } from "./itool-item.ts";

/** How one run did on one item. */
export interface ItoolScore {
  /** Of the item. */
  readonly id: string;
  readonly category: ItoolCategory;
  /** The right answer, or `unanswerable` where nothing can do it. */
  readonly success: boolean;
  /** Its type. */
  readonly outcome: Outcome["type"];
  /** A question was needed and none was asked. */
  readonly missed: boolean;
  /** Operations of the solution that were called, in its order (RestBench's correct path: the gold is a subsequence). */
  readonly correctPath: boolean;
  /** Calls beyond those of the solution. */
  readonly extraCalls: number;
}

/** Scores one run on one item (Query when need, Chapter 6). */
export function scoreItool(
  item: ItoolItem,
  gold: ItoolGold,
  run: { readonly outcome: Outcome; readonly events: readonly RunEvent[] },
): ItoolScore {
  const isAsked = run.events.some(
    (event) => event.type === "question-asked" && event.clarification.permission === undefined,
  );
  const called = operationsCalled(run.events);
  const wanted = item.solution.map(({ operation }) => operation);
  return {
    id: item.id,
    category: item.category,
    success: succeeded(item, gold, run.outcome),
    outcome: run.outcome.type,
    missed: gold.needsQuestion && item.category !== "problematic" && !isAsked,
    correctPath: isCorrectPath(wanted, called),
    extraCalls: Math.max(0, extraCalls(wanted, called)),
  };
}

function succeeded(item: ItoolItem, gold: ItoolGold, outcome: Outcome): boolean {
  if (item.category === "unsupported") return outcome.type === "unanswerable";
  return outcome.type === "answered" && gold.answer !== undefined && answerHolds(outcome.answer, gold.answer);
}
