import type { ActContext } from "../../../environment/act-context.ts";
import type { Heuristics, NotUnderstood, Unclear, Understood } from "../../../environment/heuristics.ts";
import type { Task } from "../../../environment/task.ts";
import type { DatabaseServices } from "../database-services.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { compileContext } from "./compile/compile-context.ts";
import { readLinks } from "./lexicon/link-table.ts";
import { readWords } from "./question/read-words.ts";
import { resolveQuestion } from "./resolve-question.ts";
import { settledMentions } from "./settled/settled-mentions.ts";
import { settledQuestion } from "./settled/settled-question.ts";
import { missingReference } from "./unclear/missing-reference.ts";

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
): Promise<Understood | NotUnderstood | Unclear> {
  const context = compileContext(services, act);
  const { question, settled } = await settledQuestion(id, task, services, act.signal);
  const words = readWords(question);
  if (!words.some((word) => word.kind !== "mark"))
    return { understood: false, reason: "There is no question.", words: [] };
  if (words.length > MOST_WORDS)
    return { understood: false, reason: `The rules read up to ${MOST_WORDS} words.`, words: [] };
  const links = await readLinks(question, words, services, act.signal);
  const linked = { question, words, links };
  const mentions = settledMentions(words, question, settled);
  const missing = missingReference(linked, mentions);
  if (missing !== undefined) return missing;
  return resolveQuestion(id, linked, { mentions, notes: [] }, context);
}
