import type { Answered, BenchmarkTask, IntendedReading, Measure, Scored } from "../../benchmark/benchmark.ts";
import type { ItoolGold, ItoolItem } from "../../itool/itool-item.ts";
import { scoreItool } from "../../itool/score-itool.ts";
import { solutionPlan } from "../../itool/solution-plan.ts";
import { operationsCalled, pathScores } from "../../scores/api/path-score.ts";

export const SUCCESS: Measure = {
  id: "success",
  name: "Success",
  description:
    "The right answer stands in what was answered; what no operation can do was declined (Query when need, Table 6.1, where people judged).",
  unit: "share",
};

export const MISSED: Measure = {
  id: "missed",
  name: "Missed",
  description:
    "Of the queries that have to be asked about, those of which nothing was asked: another understanding has another answer, or what a call needs is not in it.",
  unit: "share",
};

/** An item as a task. Without its computed gold it is taken to need its question. */
export function itoolTask(
  item: ItoolItem,
  gold: ItoolGold | undefined,
  place: Pick<BenchmarkTask, "place" | "groups">,
): BenchmarkTask {
  const path = item.solution.map(({ operation }) => operation);
  return {
    id: item.id,
    question: item.query,
    ...place,
    gold: { ...(gold?.answer === undefined ? {} : { answer: gold.answer }), path },
    ...(item.solution.length === 0 ? {} : { oracle: { plan: solutionPlan(item) } }),
    intended: intendedOf(item, gold),
  };
}

function intendedOf(item: ItoolItem, gold: ItoolGold | undefined): IntendedReading {
  const { category, intended, reply, question, words, about } = item;
  const isClear = category === "clear";
  const mayAsk = category === "problematic";
  const needed = !mayAsk && (gold?.needsQuestion ?? question !== "") ? { needed: question } : {};
  return {
    names: intended === "" ? [] : [intended],
    ...(reply === "" ? {} : { answer: reply }),
    ...needed,
    ...(mayAsk ? { mayAsk } : {}),
    words: isClear ? [] : [...words, ...about],
  };
}

/** An item's own scores: a path is scored where there is one, and a question missed where one was needed. */
export function scoreItoolRun(item: ItoolItem, gold: ItoolGold, { run }: Answered): Scored {
  const { success, missed } = scoreItool(item, gold, run);
  const called = operationsCalled(run.events);
  const isNeeded = gold.needsQuestion && item.category !== "problematic";
  return {
    scores: {
      [SUCCESS.id]: Number(success),
      ...(item.solution.length === 0
        ? {}
        : pathScores(
            item.solution.map(({ operation }) => operation),
            called,
          )),
      ...(isNeeded ? { [MISSED.id]: Number(missed) } : {}),
    },
    ...(run.outcome.type === "answered" ? { predicted: run.outcome.answer.text } : {}),
  };
}
