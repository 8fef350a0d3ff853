import type { ActContext } from "../../../environment/act-context.ts";
import type { Heuristics } from "../../../environment/capabilities.ts";
import { type Interpretation, notUnderstood } from "../../../environment/interpretations.ts";
import type { PreviousRun, Task } from "../../../environment/task.ts";
import { createGraphReader } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { TripleStoreError } from "../triple-store/triple-store-error.ts";
import { findReference, pointedAt } from "./asking/references.ts";
import { applySettled, type Said, withName } from "./asking/settled.ts";
import { unclearName } from "./asking/unclear.ts";
import { interpretQuestion, linkQuestion } from "./interpret-question.ts";
import type { SenseCache } from "./lexicon/path-sense.ts";
import type { NameReading } from "./linking/link-names.ts";
import { type KnownWords, readKnownWords } from "./linking/words.ts";
import type { ReadingSession } from "./resolve/resolve-context.ts";

const ENDING: ReadonlySet<string> = new Set(["unavailable", "malformed"]);

/**
 * Rules that read simple English questions about a knowledge base: names are looked up, a grammar puts the words together, and each part
 * becomes a set along relations whose names, or what English says of such relations, fit the words. Every word has to have its place. Where
 * readings give different answers, or a word points to nothing, the question is unclear; where a word has no place it is not understood.
 * Of a run before, only what "she" or "that film" points to is used. Oracle knowledge is not used.
 */
export function knowledgeBaseHeuristics(environment: string, services: KnowledgeBaseServices): Heuristics {
  const senses: SenseCache = new Map();
  let words: { readonly version: string; readonly known: KnownWords } | undefined;

  const knownWords = async (graph: ReturnType<typeof createGraphReader>): Promise<KnownWords> => {
    const version = await services.store.dataVersion(graph.bounds());
    if (words?.version !== version)
      words = { version, known: await readKnownWords(graph, services.names, senses) };
    return words.known;
  };

  const interpret = async (task: Task, context: ActContext): Promise<Interpretation> => {
    if (!/[\p{L}\p{N}]/u.test(task.question)) return notUnderstood("There is no question.");
    const graph = createGraphReader(services, context, []);
    await services.cache.refresh(() => services.store.dataVersion(graph.bounds()));
    const session = { environment, services, graph, known: await knownWords(graph), senses };
    const said = await applySettled(task.question, task.settled ?? [], session);
    const { previous } = task;
    const followed = previous === undefined ? undefined : await byReference(said, previous, session);
    return followed ?? interpretQuestion(said, session);
  };

  return {
    async interpret(task, context) {
      try {
        return await interpret(task, context);
      } catch (error) {
        // A store that is gone ends the run; one that only refuses this leaves the question unanswered.
        if (!(error instanceof TripleStoreError) || ENDING.has(error.facts.kind)) throw error;
        return notUnderstood(`Looking the words up did not work: ${error.message}`);
      }
    },
  };
}

/**
 * "Who directed it?": the word stands for the entity that was the answer before where that can be asked so, else for the one that the question
 * before was about; where several would do, it is asked. Undefined where the question points to nothing.
 */
async function byReference(
  said: Said,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const plain = { ...said, question: said.question.replace(/^(?:and|but|so|then)\s+/iu, "") };
  const linked = await linkQuestion(plain, session);
  const reference = linked && findReference(plain.question, linked.tokens, linked.names, session.known);
  if (reference === undefined || reference.points === "several") return undefined;
  const { words } = reference;
  const fitting: { readonly reading: NameReading; readonly found: Interpretation }[] = [];
  const { answer, named } = await pointedAt(previous, session);
  for (const reading of [...answer, ...named]) {
    if (fitting.some(({ reading: { term } }) => answer.some((each) => each.term === term))) break;
    const found = await interpretQuestion(withName(plain, words, [reading]), session);
    if (found.understood || found.unclear !== undefined) fitting.push({ reading, found });
  }
  const [only, ...more] = fitting;
  if (more.length > 0) {
    return unclearName(
      words,
      fitting.map(({ reading }) => reading),
      session,
    );
  }
  if (!only?.found.understood) return only?.found;
  const told = `"${words}" was read as "${only.reading.name}".`;
  return { ...only.found, assumptions: [told, ...only.found.assumptions] };
}
