import { nameWords } from "../../../../util/name-words.ts";
import type { GraphReader } from "../../access/graph-reader.ts";
import { localName, namePaths } from "../../access/path-names.ts";
import { type KnownClass, knownClasses } from "../../tools/entity-named.ts";
import type { Names } from "../../vocabulary/names.ts";
import { eventVerb, type SenseCache, senseOf } from "../lexicon/path-sense.ts";
import { phraseKey } from "../question/word-key.ts";

/** Which words mean something in this knowledge base: its relations, by their names and by what English says of them, and its classes. */
export interface KnownWords {
  readonly nouns: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  readonly classes: ReadonlyMap<string, readonly KnownClass[]>;
}

const COUNTING = /^(?:when|where) /u;

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
    for (const key of sense.nouns.keys()) if (key.endsWith("ion")) verbs.add(eventVerb(key));
    for (const key of sense.asked.keys()) verbs.add(key.replace(COUNTING, ""));
  }
  const classes = new Map<string, readonly KnownClass[]>();
  for (const each of await knownClasses(graph, names)) {
    const written = [each.label, localName(each.text)].map((name) => phraseKey(nameWords(name)));
    for (const key of new Set(written.filter((name) => name !== ""))) {
      classes.set(key, [...(classes.get(key) ?? []), each]);
    }
  }
  return { nouns, verbs, classes };
}
