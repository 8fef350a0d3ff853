import type { Heuristics, NotUnderstood, Unclear, Understood } from "../../../environment/capabilities.ts";
import type { Task } from "../../../environment/task.ts";
import type { DatabaseServices } from "../database-services.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { type CompileContext, compileContext } from "./compile/compile-context.ts";
import { answerableExamples } from "./examples.ts";
import {
  type FollowUpQuestion,
  needsPrevious,
  notFollowed,
  standaloneQuestions,
} from "./follow-up/follow-up.ts";
import { readLinks, withGiven } from "./lexicon/link-table.ts";
import { readWords } from "./question/read-words.ts";
import type { LinkedQuestion } from "./read-attempt.ts";
import { resolveQuestion } from "./resolve-question.ts";
import { type SettledLink, settledMentions, settledQuestion } from "./settled/settled-question.ts";
import { missingReference } from "./unclear/missing-reference.ts";

const MOST_WORDS = 60;
/** Ways to take a follow-up that are tried. */
const MOST_STANDALONE = 8;

type Interpretation = Understood | NotUnderstood | Unclear;

/**
 * Rules that read simple English questions about a database: words are looked up among names, descriptions and cells, a grammar puts them
 * together, and the reading becomes a query over foreign keys. Every word has to have its place. Where words can mean several things that give
 * different answers, the person is to choose; what is settled holds. A follow-up is put into words of its own where a rule is sure how. Oracle
 * knowledge is not used.
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
        if (!(error instanceof SqlEngineError)) throw error;
        const reason = `Looking the words up did not work: ${error.message}`;
        return { understood: false, reason, words: [] };
      }
    },
  };
}

async function interpret(id: string, task: Task, context: CompileContext): Promise<Interpretation> {
  const { services, act } = context;
  const said = await settledQuestion(id, task, services, act.signal);
  const own = await linkedQuestion(said.question, context);
  if (!("links" in own)) return own;
  if (task.previous === undefined) {
    const missing = missingReference(own, settledMentions(own.words, own.question, said.settled));
    return missing ?? resolved(id, own, said.settled, [], context);
  }
  const then = { question: task.previous.question, settled: task.previous.settled ?? [] };
  const old = await settledQuestion(id, then, services, act.signal);
  const before = await linkedQuestion(old.question, context);
  if (!("links" in before)) return resolved(id, own, said.settled, [], context);
  const chosen = settledMentions(before.words, before.question, old.settled);
  const asked = {
    own,
    before: { ...before, links: withGiven(before.links, chosen) },
    previous: task.previous,
    services,
    signal: act.signal,
  };
  return followedUp(id, asked, { task, settled: [...said.settled, ...old.settled] }, context);
}

/** The first way to take the question that is understood; unclear words of one are asked for where no other is. */
async function followedUp(
  id: string,
  asked: FollowUpQuestion,
  { task, settled }: { readonly task: Task; readonly settled: readonly SettledLink[] },
  context: CompileContext,
): Promise<Interpretation> {
  let unclear: Interpretation | undefined;
  let tried: string | undefined;
  for (const { question, settled: named = [] } of (await standaloneQuestions(asked)).slice(
    0,
    MOST_STANDALONE,
  )) {
    const said = await settledQuestion(id, { ...task, question }, context.services, context.act.signal);
    const linked = await linkedQuestion(said.question, context);
    if (!("links" in linked)) continue;
    const notes = [`Read as a follow-up: "${said.question}"`];
    const found = await resolved(id, linked, [...named, ...said.settled, ...settled], notes, context);
    if (found.understood) return found;
    if (found.unclear !== undefined) unclear ??= found;
    tried ??= `"${said.question}" ${found.reason}`;
  }
  if (unclear) return unclear;
  return needsPrevious(asked) ? notFollowed(asked, tried) : resolved(id, asked.own, settled, [], context);
}

async function linkedQuestion(
  question: string,
  { services, act }: CompileContext,
): Promise<LinkedQuestion | NotUnderstood> {
  const words = readWords(question);
  if (!words.some((word) => word.kind !== "mark"))
    return { understood: false, reason: "There is no question.", words: [] };
  if (words.length > MOST_WORDS)
    return { understood: false, reason: `The rules read up to ${MOST_WORDS} words.`, words: [] };
  return { question, words, links: await readLinks(question, words, services, act.signal) };
}

async function resolved(
  id: string,
  linked: LinkedQuestion,
  settled: readonly SettledLink[],
  notes: readonly string[],
  context: CompileContext,
): Promise<Interpretation> {
  const mentions = settledMentions(linked.words, linked.question, settled);
  return resolveQuestion(id, linked, { mentions, notes }, context);
}
