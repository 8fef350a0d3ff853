import { createEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { isNode, type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";
import type {
  LabelSearch,
  NameMatch,
  NameTier,
  TripleStore,
} from "../../src/environments/knowledge-base/triple-store/triple-store.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { foldText } from "../../src/util/fold-text.ts";
import { nameWords } from "../../src/util/name-words.ts";
import type { FixtureTriple } from "../environments/knowledge-base/stores/triple-store-fixture.ts";
import { tableOf } from "./table-of.ts";

/** The embedded store without files: over a table made here, with the plain label search. */
export async function memoryStore(
  triples: readonly FixtureTriple[],
  vocabulary: Vocabulary,
  more: { readonly cacheBytes?: number } = {},
): Promise<TripleStore> {
  return createEmbeddedStore({
    table: await tableOf(triples),
    name: "memory",
    key: "0123456789abcdef",
    dataVersion: "1",
    vocabulary,
    labelSearch: plainLabelSearch({ triples, vocabulary }),
    ...more,
  });
}

interface Graph {
  readonly triples: readonly FixtureTriple[];
  readonly vocabulary: Vocabulary;
}

const SCORES: Readonly<Partial<Record<NameTier, number>>> = { exact: 1, folded: 0.95, words: 0.7 };

/** Exact, folded and word matches, found by going through all labels and aliases. */
function plainLabelSearch(graph: Graph): LabelSearch {
  const { label, alias, type, subclass } = graph.vocabulary;
  const classes = new Set<string>();
  for (const [subject, predicate, object] of graph.triples) {
    if (predicate.kind !== "iri") continue;
    if (type.includes(predicate.value)) classes.add(termText(object));
    if (subclass.includes(predicate.value)) classes.add(termText(subject)).add(termText(object));
  }
  return {
    mode: "words",
    limitation: "Only names with the words as they were given are found; misspelt ones are not.",
    async find(text, { limit, among }) {
      const best = new Map<string, NameMatch>();
      for (const [subject, predicate, object] of graph.triples) {
        if (predicate.kind !== "iri" || object.kind !== "literal" || !isNode(subject)) continue;
        const isAlias = alias.includes(predicate.value);
        if (!isAlias && !label.includes(predicate.value)) continue;
        const key = termText(subject);
        if (classes.has(key) !== (among === "classes")) continue;
        const tier = tierOf(text, object.value);
        if (tier === undefined) continue;
        const score = SCORES[tier] ?? 0;
        const known = best.get(key);
        if (known !== undefined && (known.score > score || (known.score === score && !known.alias))) continue;
        const weight = weightOf(graph, subject);
        best.set(key, { term: subject, name: object.value, alias: isAlias, tier, score, weight });
      }
      const matches = [...best].sort(
        ([keyA, a], [keyB, b]) =>
          b.score - a.score || (b.weight ?? 0) - (a.weight ?? 0) || (keyA < keyB ? -1 : 1),
      );
      return { matches: matches.slice(0, limit).map(([, match]) => match), complete: true };
    },
  };
}

function tierOf(text: string, name: string): NameTier | undefined {
  if (name === text) return "exact";
  if (foldText(name) === foldText(text)) return "folded";
  const [wanted, there] = [new Set(nameWords(text)), new Set(nameWords(name))];
  if (wanted.size === 0 || there.size === 0) return undefined;
  const within = (a: Set<string>, b: Set<string>) => [...a].every((word) => b.has(word));
  return within(wanted, there) || within(there, wanted) ? "words" : undefined;
}

function weightOf(graph: Graph, term: Term): number {
  const key = termText(term);
  return graph.triples.filter(([s, , o]) => termText(s) === key || termText(o) === key).length;
}
