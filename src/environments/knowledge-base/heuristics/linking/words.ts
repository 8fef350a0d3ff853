import type { Token } from "../../../../util/english/tokens.ts";
import { phraseKey } from "../../../../util/english/word-key.ts";
import { nameWords } from "../../../../util/name-words.ts";
import type { GraphReader } from "../../access/graph-reader.ts";
import { type KnownClass, knownClasses } from "../../access/known-classes.ts";
import { localName, namePaths } from "../../access/path-names.ts";
import type { Names } from "../../vocabulary/names.ts";
import type { Edge } from "../grammar/chart.ts";
import type { Name, Word } from "../grammar/phrase.ts";
import { CLOSED_WORDS, EMPTY_ADJECTIVES, kindsOf } from "../lexicon/kinds.ts";
import { type SenseCache, senseOf } from "../lexicon/path-sense.ts";
import type { NameSpan } from "./link-names.ts";

/** Words with a meaning in this knowledge base: from the names of its relations, from their concepts, and from its classes. */
export interface KnownWords {
  readonly nouns: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  readonly classes: ReadonlyMap<string, readonly KnownClass[]>;
}

export async function readKnownWords(
  graph: GraphReader,
  names: Names,
  cache: SenseCache,
): Promise<KnownWords> {
  const { predicates } = await graph.schema();
  const steps = predicates.flatMap(({ predicate }) =>
    [false, true].map((inverse) => ({ path: [{ predicate, inverse }] })),
  );
  const nouns = new Set<string>();
  const verbs = new Set<string>();
  for (const path of await namePaths(steps, graph, names)) {
    const sense = senseOf(path, names, cache);
    for (const key of [...sense.nouns.keys(), ...sense.startNouns.keys()]) nouns.add(key);
    for (const key of [...sense.subjectOf.keys(), ...sense.objectOf.keys()]) verbs.add(key);
    for (const key of sense.asked.keys()) verbs.add(key.replace(/^(?:when|where) /u, ""));
  }
  const classes = new Map<string, readonly KnownClass[]>();
  for (const each of await knownClasses(graph, names)) {
    const written = [each.label, localName(each.text)].map((name) => phraseKey(nameWords(name)));
    for (const key of new Set(written.filter((name) => name !== "")))
      classes.set(key, [...(classes.get(key) ?? []), each]);
  }
  return { nouns, verbs, classes };
}

const LONGEST_NOUN = 4;
const LINKS: ReadonlySet<string> = new Set("about in from by with on at of".split(" "));

/** Readings of single words and names, before any rule. */
export function lexicalEdges(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): (category: string, from: number, to: number) => readonly Edge[] {
  const some = (value: unknown): readonly Edge[] => (value === undefined ? [] : [{ value, cost: 0 }]);
  return (category, from, to) => {
    const words = tokens.slice(from, to).map(({ folded }) => folded);
    const token = words.length === 1 ? tokens[from] : undefined;
    const word = token?.kind === "word" ? token.folded : "";
    switch (category) {
      case "NAME":
        return names
          .filter((each) => each.from === from && each.to === to)
          .map(({ readings, text, cost }) => ({
            value: { is: "name", readings, text } satisfies Name,
            cost,
          }));
      case "N":
        return words.length > LONGEST_NOUN ? [] : some(nounOf(words, known));
      case "V":
        return words.length > 2 ? [] : some(verbOf(words, known));
      case "DOING":
        return word.endsWith("ing") ? some(verbOf([word], known)) : [];
      case "JOINTV":
        return some(verbOf([withoutCo(word)], known));
      case "JOINTN":
        return some(verbOf([withoutCo(word)], known) ?? nounOf([withoutCo(word)], known));
      case "EMPTY":
        return some(EMPTY_ADJECTIVES.has(word) ? word : undefined);
      case "WHEN":
        return some(word === "when" || word === "where" ? word : undefined);
      case "LINK":
        return some(LINKS.has(word) ? word : undefined);
      default:
        return [];
    }
  };
}

/** "Starred" of "co-starred"; empty for other words. */
function withoutCo(word: string): string {
  return /^co-?(\p{L}{3,})$/u.exec(word)?.[1] ?? "";
}

/** Nouns that name a class or an end of a relation, or are generic. */
export function nounOf(words: readonly string[], known: KnownWords): Word | undefined {
  if (words.some((word) => !/[\p{L}]/u.test(word) || word === "'s")) return undefined;
  const text = words.join(" ");
  if (words.length === 1 && CLOSED_WORDS.has(text)) return undefined;
  for (const key of [phraseKey(words), phraseKey(text.split(/[\s_-]+/u))])
    if (known.nouns.has(key) || known.classes.has(key)) return { key, text };
  return words.length === 1 && kindsOf(text).length > 0 ? { key: phraseKey(words), text } : undefined;
}

export function verbOf(words: readonly string[], known: KnownWords): Word | undefined {
  const [first] = words;
  if (first === undefined || (words.length === 1 && CLOSED_WORDS.has(first))) return undefined;
  const key = phraseKey(words);
  return known.verbs.has(key) ? { key, text: words.join(" ") } : undefined;
}
