import type { ActContext } from "../../../environment/act-context.ts";
import type { Heuristics, NotUnderstood, Understood } from "../../../environment/heuristics.ts";
import type { Task } from "../../../environment/task.ts";
import { createGraphReader } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { TripleStoreError } from "../store/triple-store-error.ts";
import { chooseReading } from "./choose-reading.ts";
import { readQuestion } from "./grammar/read-question.ts";
import type { SenseCache } from "./lexicon/path-sense.ts";
import { type KnownWords, readKnownWords } from "./linking/known-words.ts";
import { lexicalEdges } from "./linking/lexical-edges.ts";
import { linkNames } from "./linking/link-names.ts";
import { planOf } from "./plan-of.ts";
import { readTokens } from "./question/read-tokens.ts";
import { withoutCourtesy } from "./question/without-courtesy.ts";
import { resolveContext } from "./resolve/resolve-context.ts";
import { wordsNotKnown } from "./words-not-known.ts";

const MOST_TOKENS = 40;
const ENDING: ReadonlySet<string> = new Set(["unavailable", "malformed"]);

/**
 * Rules that read simple English questions about a knowledge base: names are looked up, a grammar puts the words together, and each part
 * becomes a set along relations whose names, or what English says of such relations, fit the words. Every word has to have its place; where one has
 * none, or where two readings give different answers, the question is not understood. Oracle knowledge and earlier runs are not used.
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

  const interpret = async ({ question }: Task, context: ActContext): Promise<Understood | NotUnderstood> => {
    const tokens = withoutCourtesy(readTokens(question));
    if (!tokens.some(({ kind }) => kind !== "mark")) {
      return { understood: false, reason: "There is no question.", words: [] };
    }
    if (tokens.length > MOST_TOKENS) {
      return { understood: false, reason: `The rules read up to ${MOST_TOKENS} words.`, words: [] };
    }
    const graph = createGraphReader(services, context, []);
    await services.cache.refresh(() => services.store.dataVersion(graph.bounds()));
    const known = await knownWords(graph);
    const names = await linkNames(question, tokens, known, graph, services.store.labelSearch.mode);
    const parses = readQuestion({
      words: tokens.map(({ folded, kind }) => (kind === "quoted" ? "" : folded)),
      lexical: lexicalEdges(tokens, names, known),
    });
    const resolving = resolveContext(services, graph, known, senses);
    const { chosen, problem } = await chooseReading(parses, resolving);
    return chosen
      ? planOf(environment, chosen, services.names)
      : wordsNotKnown(tokens, names, known, resolving.notes, problem);
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
