import type { ActContext } from "../../../environment/act-context.ts";
import type { Heuristics } from "../../../environment/capabilities.ts";
import type { Task } from "../../../environment/task.ts";
import { createGraphReader } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { TripleStoreError } from "../store/triple-store-error.ts";
import { followUp } from "./follow-up/follow-up.ts";
import { type Interpretation, interpretQuestion } from "./interpret-question.ts";
import type { SenseCache } from "./lexicon/path-sense.ts";
import { type KnownWords, readKnownWords } from "./linking/known-words.ts";
import { applySettled } from "./settled/apply-settled.ts";

const ENDING: ReadonlySet<string> = new Set(["unavailable", "malformed"]);

/**
 * Rules that read simple English questions about a knowledge base: names are looked up, a grammar puts the words together, and each part
 * becomes a set along relations whose names, or what English says of such relations, fit the words. Every word has to have its place. Where
 * readings give different answers, or a word points to nothing, the question is unclear; where a word has no place it is not understood.
 * Follow-ups are read together with the run before. Oracle knowledge is not used.
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
    if (!/[\p{L}\p{N}]/u.test(task.question)) {
      return { understood: false, reason: "There is no question.", words: [] };
    }
    const graph = createGraphReader(services, context, []);
    await services.cache.refresh(() => services.store.dataVersion(graph.bounds()));
    const session = { environment, services, graph, known: await knownWords(graph), senses };
    const said = await applySettled(task.question, task.settled ?? [], session);
    const followed = task.previous === undefined ? undefined : await followUp(said, task.previous, session);
    return followed ?? interpretQuestion(said, session);
  };

  return {
    async interpret(task, context) {
      try {
        return await interpret(task, context);
      } catch (error) {
        // A store that is gone ends the run; one that only refuses this leaves the question unanswered.
        if (!(error instanceof TripleStoreError) || ENDING.has(error.facts.kind)) throw error;
        const reason = `Looking the words up did not work: ${error.message}`;
        return { understood: false, reason, words: [] };
      }
    },
  };
}
