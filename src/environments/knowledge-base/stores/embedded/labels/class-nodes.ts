import { hiddenPredicates } from "../../../vocabulary/hidden-predicates.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { type Adjacency, predicateNumber, type TripleTable } from "../triple-table.ts";

const RDFS = "http://www.w3.org/2000/01/rdf-schema#";
const OWL = "http://www.w3.org/2002/07/owl#";
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/** What declares a class, and what only speaks of classes. */
const CLASS_OF_CLASSES = [`${RDFS}Class`, `${OWL}Class`];
const SCHEMA_PREDICATES = [`${RDFS}domain`, `${RDFS}range`, `${OWL}equivalentClass`, `${OWL}disjointWith`];

/** Classes: what types name, what is declared as one, and what has or is a subclass. The words of RDF, RDFS and OWL themselves are none. */
export function classNodes(table: TripleTable, vocabulary: Vocabulary): ReadonlySet<number> {
  const { dictionary, byPredicate } = table;
  const classes = new Set<number>();
  const declaring = new Set(CLASS_OF_CLASSES.map((value) => dictionary.idOf({ kind: "iri", value })));
  const pairs = (predicate: string, take: (subject: number, object: number) => void) => {
    const number = predicateNumber(table, predicate);
    if (number === undefined) return;
    const end = byPredicate.offsets[number + 1] as number;
    for (let at = byPredicate.offsets[number] as number; at < end; at++) {
      take(byPredicate.subjects[at] as number, byPredicate.objects[at] as number);
    }
  };
  for (const predicate of vocabulary.type) {
    pairs(predicate, (subject, object) => {
      classes.add(object);
      if (declaring.has(object)) classes.add(subject);
    });
  }
  for (const predicate of vocabulary.subclass) {
    pairs(predicate, (subject, object) => classes.add(subject).add(object));
  }
  return new Set([...classes].filter((node) => node < dictionary.nodes && !isOfRdfItself(table, node)));
}

/**
 * Those classes that are nothing else: only instances, subclasses and the schema refer to them, and nothing is said of them but names, types and
 * what is hidden. People ask for them as classes, not as entities (Wikidata's `human` is one, its `golden retriever`, with a country of
 * origin, is not).
 */
export function pureClasses(
  table: TripleTable,
  vocabulary: Vocabulary,
  classes: ReadonlySet<number>,
): ReadonlySet<number> {
  const schema = [...vocabulary.type, ...vocabulary.subclass, ...SCHEMA_PREDICATES];
  const said = [...schema, ...vocabulary.label, ...vocabulary.alias, ...vocabulary.description];
  const hidden = hiddenPredicates(vocabulary);
  const text = (predicate: number) => table.dictionary.textOf(predicate);
  const inward = Uint8Array.from(table.predicates, (predicate) => Number(schema.includes(text(predicate))));
  const outward = Uint8Array.from(table.predicates, (predicate) =>
    Number(said.includes(text(predicate)) || hidden(text(predicate))),
  );
  const pure = [...classes].filter(
    (node) => allOf(table.byObject, node, inward) && allOf(table.bySubject, node, outward),
  );
  return new Set(pure);
}

function allOf({ offsets, predicates }: Adjacency, node: number, allowed: Uint8Array): boolean {
  const end = offsets[node + 1] as number;
  for (let at = offsets[node] as number; at < end; at++) {
    if (allowed[predicates[at] as number] === 0) return false;
  }
  return true;
}

function isOfRdfItself({ dictionary }: TripleTable, node: number): boolean {
  const term = dictionary.term(node);
  return term.kind === "iri" && [RDF, RDFS, OWL].some((namespace) => term.value.startsWith(namespace));
}
