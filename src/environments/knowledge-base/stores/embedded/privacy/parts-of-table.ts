import {
  BELOW_PREDICATES,
  CLASSES_OF_PREDICATES,
  type GraphParts,
  type NamedPart,
  SAME_CLASSES,
  SAME_PREDICATES,
  WIKIDATA_ENTITY,
  wikidataProperty,
} from "../../../privacy/graph-parts.ts";
import { iri } from "../../../term/term.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { predicateNumber, type TripleTable } from "../triple-table.ts";

const RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/** What a table has that privacy rules can name. */
export function partsOfTable(table: TripleTable, vocabulary: Vocabulary): GraphParts {
  const { dictionary } = table;
  const pairs = (predicates: readonly string[]): readonly (readonly [subject: string, object: string])[] =>
    predicates.flatMap((predicate) => pairsOf(table, predicate));
  const typed = pairs([...new Set([...vocabulary.type, RDF_TYPE])]);
  const subclasses = pairs(vocabulary.subclass);
  const metaclasses: ReadonlySet<string> = new Set(CLASSES_OF_PREDICATES);
  const follows = [
    ...pairs(BELOW_PREDICATES).map(([below, above]) => [above, below] as const),
    ...pairs(SAME_PREDICATES).flatMap(bothWays),
  ];
  const below = [
    ...subclasses.map(([under, above]) => [above, under] as const),
    ...pairs(SAME_CLASSES).flatMap(bothWays),
  ];
  const named = (iris: Iterable<string>): readonly NamedPart[] =>
    [...new Set(iris)].map((each) => ({ iri: each, labels: labelsOf(table, each, vocabulary) }));
  return {
    predicates: named([
      ...Array.from(table.predicates, (id) => dictionary.textOf(id)),
      ...typed.filter(([, type]) => metaclasses.has(type)).map(([subject]) => subject),
      ...follows.flat(),
    ]),
    classes: named([...typed.map(([, type]) => type), ...below.flat()]),
    follows,
    below,
  };
}

const bothWays = ([a, b]: readonly [string, string]): readonly (readonly [string, string])[] => [
  [a, b],
  [b, a],
];

/** Only those of IRIs. */
function pairsOf(table: TripleTable, predicate: string): readonly (readonly [string, string])[] {
  const number = predicateNumber(table, predicate);
  if (number === undefined) return [];
  const { dictionary, byPredicate } = table;
  const { offsets, subjects, objects } = byPredicate;
  const texts = new Map<number, string>();
  const text = (id: number): string => {
    const known = texts.get(id) ?? dictionary.textOf(id);
    texts.set(id, known);
    return known;
  };
  const found: (readonly [string, string])[] = [];
  for (let at = offsets[number] as number; at < (offsets[number + 1] as number); at++) {
    const [subject, object] = [subjects[at] as number, objects[at] as number];
    if (object < dictionary.nodes) found.push([text(subject), text(object)]);
  }
  return found;
}

function labelsOf(table: TripleTable, value: string, { label, alias }: Vocabulary): readonly string[] {
  const { dictionary, bySubject } = table;
  const property = wikidataProperty(value);
  const nodes = [value, ...(property === undefined ? [] : [`${WIKIDATA_ENTITY}${property}`])];
  const naming = new Set([...label, ...alias].map((each) => predicateNumber(table, each)));
  return nodes.flatMap((node) => {
    const id = dictionary.idOf(iri(node));
    if (id === undefined) return [];
    const labels: string[] = [];
    for (let at = bySubject.offsets[id] as number; at < (bySubject.offsets[id + 1] as number); at++) {
      const end = bySubject.ends[at] as number;
      if (naming.has(bySubject.predicates[at]) && end >= dictionary.nodes)
        labels.push(dictionary.textOf(end));
    }
    return labels;
  });
}
