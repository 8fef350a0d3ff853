import type { ActContext } from "../../../environment/act-context.ts";
import type { Heuristics, NotUnderstood, Understood } from "../../../environment/heuristics.ts";
import type { Task } from "../../../environment/task.ts";
import type { DatabaseServices } from "../database-services.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { chooseReading } from "./choose-reading.ts";
import { compileContext } from "./compile/compile-context.ts";
import { compileQuestion } from "./compile/compile-question.ts";
import type { QueryParts } from "./compile/query-parts.ts";
import type { Scored } from "./compile/scored.ts";
import { readQuestion } from "./grammar/read-question.ts";
import { readLinks } from "./lexicon/link-table.ts";
import { planOf } from "./plan-of.ts";
import { readWords } from "./question/read-words.ts";
import { wordsNotKnown } from "./words-not-known.ts";

/** Readings that stretch the question further than this are not taken. */
const LEAST_SCORE = 0.55;
const MOST_WORDS = 60;

/**
 * Rules that read simple English questions about a database: words are looked up among names, descriptions and cells, a grammar puts them
 * together, and the reading becomes a query over foreign keys. Every word has to have its place; where one has none, or where two readings
 * give different answers, the question is not understood. Oracle knowledge and earlier runs are not used.
 */
export function databaseHeuristics(environmentId: string, services: DatabaseServices): Heuristics {
  return {
    async interpret(task, context) {
      try {
        return await interpret(environmentId, services, task, context);
      } catch (error) {
        if (!(error instanceof SqlEngineError)) throw error;
        const reason = `Looking the words up did not work: ${error.message}`;
        return { understood: false, reason, words: [] };
      }
    },
  };
}

async function interpret(
  id: string,
  services: DatabaseServices,
  task: Task,
  act: ActContext,
): Promise<Understood | NotUnderstood> {
  const question = task.question.trim();
  const words = readWords(question);
  if (!words.some((word) => word.kind !== "mark"))
    return { understood: false, reason: "There is no question.", words: [] };
  if (words.length > MOST_WORDS)
    return { understood: false, reason: `The rules read up to ${MOST_WORDS} words.`, words: [] };
  const links = await readLinks(question, words, services, act.signal);
  const { trees, furthest } = readQuestion(words, links);
  const context = compileContext(services, act);
  const readings: Scored<QueryParts>[] = [];
  for (const { value, cost } of trees) {
    for (const one of await compileQuestion(value, context))
      readings.push({ ...one, score: one.score * (1 - cost) });
  }
  const likely = readings.filter((reading) => reading.score >= LEAST_SCORE);
  const choice = await chooseReading(likely, context);
  if (!choice || "problem" in choice) {
    return wordsNotKnown(
      { question, words, links, furthest, trees: trees.map(({ value }) => value), problem: choice?.problem },
      services,
      act.signal,
    );
  }
  return planOf(id, choice.chosen, services);
}
