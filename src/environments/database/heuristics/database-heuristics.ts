import type { Heuristics, NotUnderstood } from "../../../environment/capabilities.ts";
import { type Interpretation, notUnderstood } from "../../../environment/interpretations.ts";
import type { Task } from "../../../environment/task.ts";
import { readTokens } from "../../../util/english/tokens.ts";
import type { DatabaseServices } from "../database-services.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { type CompileContext, compileContext, TookTooLong } from "./compile/compile-context.ts";
import { answerableExamples } from "./examples.ts";
import { readLinks } from "./lexicon/link-table.ts";
import type { LinkedQuestion } from "./read-attempt.ts";
import { resolveQuestion } from "./resolve-question.ts";
import { settledMentions, settledQuestion } from "./settled/settled-question.ts";
import { unnamedReference } from "./unclear/missing-reference.ts";

const MOST_WORDS = 60;

/**
 * Rules that read simple English questions about a database: they match words with names, descriptions and cells, parse the question by a grammar,
 * and compile it to a query over foreign keys. Every word must be accounted for. If interpretations give different answers, the person chooses;
 * settled meanings hold. Each question is read by itself, without Oracle knowledge.
 */
export function databaseHeuristics(environmentId: string, services: DatabaseServices): Heuristics {
  return {
    async interpret(task, act) {
      const context = compileContext(services, act);
      try {
        const found = await interpret(environmentId, task, context);
        if (found.understood || found.unclear !== undefined) return found;
        const linked = await linkedQuestion(task.question, context);
        return {
          ...found,
          examples: await answerableExamples("links" in linked ? linked : undefined, context),
        };
      } catch (error) {
        if (error instanceof TookTooLong)
          return notUnderstood(
            `The rules did not finish reading this in time: too many of the ${services.schema.tables.length} tables may be meant.`,
          );
        if (!(error instanceof SqlEngineError)) throw error;
        return notUnderstood(`Looking the words up did not work: ${error.message}`);
      }
    },
  };
}

async function interpret(id: string, task: Task, context: CompileContext): Promise<Interpretation> {
  const said = await settledQuestion(id, task, context.services, context.act.signal);
  const linked = await linkedQuestion(said.question, context);
  if (!("links" in linked)) return linked;
  const mentions = settledMentions(linked.words, linked.question, said.settled);
  return unnamedReference(linked, mentions) ?? resolveQuestion(id, linked, mentions, context);
}

async function linkedQuestion(
  question: string,
  { services, act }: CompileContext,
): Promise<LinkedQuestion | NotUnderstood> {
  const words = readTokens(question);
  if (!words.some((word) => word.kind !== "mark")) return notUnderstood("There is no question.");
  if (words.length > MOST_WORDS) return notUnderstood(`The rules read up to ${MOST_WORDS} words.`);
  return { question, words, links: await readLinks(question, words, services, act.signal) };
}
