import type { ActContext } from "../../../environment/act-context.ts";
import type { Heuristics } from "../../../environment/capabilities.ts";
import { type Interpretation, notUnderstood } from "../../../environment/interpretations.ts";
import type { Task } from "../../../environment/task.ts";
import { createGraphReader } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { TripleStoreError } from "../triple-store/triple-store-error.ts";
import { applySettled } from "./asking/settled.ts";
import { interpretQuestion } from "./interpret-question.ts";
import type { SenseCache } from "./lexicon/path-sense.ts";
import { type KnownWords, readKnownWords } from "./linking/words.ts";

const ENDING: ReadonlySet<string> = new Set(["unavailable", "malformed"]);

/**
 * Rules that read simple English questions about a knowledge base. Names are looked up, a grammar combines the words, and each part
 * becomes a set by relations that fit the words, through their names or the lexicon. Every word must be used. If
 * readings give different answers, or a word refers to nothing, the question is unclear; if a word cannot be used, it is not understood.
 * Each question is read by itself: what "she" of an earlier run is, is asked. Oracle knowledge is not used.
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
    return interpretQuestion(said, session);
  };

  return {
    async interpret(task, context) {
      try {
        return await interpret(task, context);
      } catch (error) {
        // An unavailable store ends the run; a refusal only leaves the question unanswered.
        if (!(error instanceof TripleStoreError) || ENDING.has(error.facts.kind)) throw error;
        return notUnderstood(`Looking the words up did not work: ${error.message}`);
      }
    },
  };
}
