import { setImmediate } from "node:timers/promises";
import { phraseKey } from "../../../../../util/english/word-key.ts";
import { nameWords } from "../../../../../util/name-words.ts";
import { localName, readableLocalNames } from "../../../labels/local-name.ts";
import {
  type CollectedNames,
  LOCAL_NAME,
  NameCollector,
  type NameMark,
  nameMark,
} from "../../../labels/name-collector.ts";

import {
  hiddenPredicates,
  isMetaClass,
  NAMESPACES,
  type Vocabulary,
} from "../../../vocabulary/vocabulary.ts";
import { type Adjacency, eachPair, predicateNumber, type TripleTable } from "../triple-table.ts";

/** Names between two yields to the event loop. */
const TURN = 20_000;

/**
 * Labels and aliases of all entities; for entities without a label, the readable end of their IRI. Predicates and pure classes are
 * no entities; nor are blank nodes and mediators without a name.
 */
export async function collectEntityNames(
  table: TripleTable,
  vocabulary: Vocabulary,
  pureClasses: ReadonlySet<number>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CollectedNames> {
  const { dictionary } = table;
  const weight = (node: number) => weightOf(table, node);
  const names = new NameCollector();
  const settled = new Uint8Array(dictionary.nodes);
  for (const predicate of table.predicates) settled[predicate] = SKIPPED;
  for (const node of pureClasses) settled[node] = SKIPPED;
  let turn = 0;
  const pause = async (share: number) => {
    if (++turn % TURN !== 0) return;
    await setImmediate();
    signal.throwIfAborted();
    onProgress(share);
  };
  for (const { node, text, alias, mark } of writtenNames(table, vocabulary)) {
    await pause(0);
    if (settled[node] === SKIPPED) continue;
    names.add(text, node, mark, weight(node));
    if (!alias) settled[node] = NAMED;
  }
  for (let node = 0; node < dictionary.nodes; node++) {
    await pause(node / dictionary.nodes);
    if (settled[node] !== 0 || weight(node) === 0) continue;
    const iri = dictionary.textOf(node);
    if (vocabulary.mediators.prefixes.some((prefix) => iri.startsWith(prefix))) continue;
    if (dictionary.term(node).kind !== "iri") continue;
    for (const name of readableLocalNames(iri)) names.add(name, node, LOCAL_NAME, weight(node));
  }
  return names.finish(weight);
}

const SKIPPED = 1;
const NAMED = 2;

const { rdfs: RDFS, owl: OWL } = NAMESPACES;
/** Types that declare a class, and predicates that only describe the schema. */
const CLASS_OF_CLASSES = [`${RDFS}Class`, `${OWL}Class`];
const SCHEMA_PREDICATES = [`${RDFS}domain`, `${RDFS}range`, `${OWL}equivalentClass`, `${OWL}disjointWith`];

/** Classes: objects of types, declared classes, superclasses and subclasses. Terms of RDF, RDFS and OWL do not count. */
export function classNodes(table: TripleTable, vocabulary: Vocabulary): ReadonlySet<number> {
  const { dictionary } = table;
  const classes = new Set<number>();
  const declaring = new Set(CLASS_OF_CLASSES.map((value) => dictionary.idOf({ kind: "iri", value })));
  for (const predicate of vocabulary.type) {
    eachPair(table, predicate, (subject, object) => {
      classes.add(object);
      if (declaring.has(object)) classes.add(subject);
    });
  }
  for (const predicate of vocabulary.subclass) {
    eachPair(table, predicate, (subject, object) => classes.add(subject).add(object));
  }
  return new Set([...classes].filter((node) => node < dictionary.nodes && !isOfRdfItself(table, node)));
}

/**
 * Classes that are not also entities: only instances, subclasses and the schema refer to them, and their own facts are only names, types and
 * hidden ones. People ask for them as classes, not as entities (Wikidata's `human` is one, its `golden retriever`, with a country of
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
  return term.kind === "iri" && isMetaClass(term.value);
}

/** A label or alias of a node, as written in the file. */
export interface WrittenName {
  readonly node: number;
  readonly text: string;
  readonly alias: boolean;
  readonly mark: NameMark;
}

type Kind = "label" | "alias";

/** All labels, then all aliases, of all nodes or of some; a node may have many. */
function* writtenNames(
  table: TripleTable,
  vocabulary: Vocabulary,
  some?: ReadonlySet<number>,
): Iterable<WrittenName> {
  const { offsets, subjects, objects } = table.byPredicate;
  for (const [predicate, kind] of namePredicates(table, vocabulary)) {
    const end = offsets[predicate + 1] as number;
    for (let at = offsets[predicate] as number; at < end; at++) {
      const node = subjects[at] as number;
      if (some?.has(node) === false) continue;
      const name = nameOf(table, vocabulary, kind, node, objects[at] as number);
      if (name !== undefined) yield name;
    }
  }
}

/** Triples around a node, in both directions. */
export function weightOf({ bySubject, byObject }: TripleTable, node: number): number {
  return degree(bySubject.offsets, node) + degree(byObject.offsets, node);
}

function namePredicates(table: TripleTable, vocabulary: Vocabulary): readonly (readonly [number, Kind])[] {
  return (["label", "alias"] as const).flatMap((kind) =>
    vocabulary[kind]
      .map((predicate) => predicateNumber(table, predicate))
      .filter((number) => number !== undefined)
      .map((number) => [number, kind] as const),
  );
}

/** Undefined if the object is not a literal. */
function nameOf(
  { dictionary }: TripleTable,
  { languages }: Vocabulary,
  kind: Kind,
  node: number,
  object: number,
): WrittenName | undefined {
  if (object < dictionary.nodes) return undefined;
  const term = dictionary.term(object);
  if (term.kind !== "literal") return undefined;
  const mark = nameMark(kind, term.language, languages);
  return { node, text: term.value, alias: kind === "alias", mark };
}

function degree(offsets: Uint32Array, node: number): number {
  return node + 1 < offsets.length ? (offsets[node + 1] as number) - (offsets[node] as number) : 0;
}

/**
 * Labels and aliases of classes, and the words of their local names besides (`TVShow` gives "tv show", `film.director` gives "film director"
 * and "director"), by the common key of their words' forms.
 */
export function classNames(
  table: TripleTable,
  vocabulary: Vocabulary,
  classes: ReadonlySet<number>,
): ReadonlyMap<string, readonly WrittenName[]> {
  const local = [...classes].flatMap((node): readonly WrittenName[] => {
    const term = table.dictionary.term(node);
    const words = term.kind === "iri" ? [...classWords(localName(term.value))] : [];
    return words.map((text) => ({ node, text, alias: false, mark: LOCAL_NAME }));
  });
  const written = [...writtenNames(table, vocabulary, classes)];
  return Map.groupBy([...written, ...local], ({ text }) => phraseKey(nameWords(text)));
}

/** The words of all parts, and of the last part alone if there are several (`people.person`). */
function classWords(local: string): ReadonlySet<string> {
  const last = local.slice(local.lastIndexOf(".") + 1);
  const words = nameWords(local).filter((word, i, all) => word !== all[i - 1]);
  return new Set([words.join(" "), nameWords(last).join(" ")]);
}
