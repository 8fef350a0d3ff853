import type { Literal, Term } from "../term/term.ts";

/** Namespaces that have one customary prefix. */
export const NAMESPACES = {
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  owl: "http://www.w3.org/2002/07/owl#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  skos: "http://www.w3.org/2004/02/skos/core#",
  foaf: "http://xmlns.com/foaf/0.1/",
  dc: "http://purl.org/dc/elements/1.1/",
  dct: "http://purl.org/dc/terms/",
  schema: "http://schema.org/",
  schemas: "https://schema.org/",
  prov: "http://www.w3.org/ns/prov#",
  geo: "http://www.w3.org/2003/01/geo/wgs84_pos#",
} as const;

const META = [NAMESPACES.rdf, NAMESPACES.rdfs, NAMESPACES.owl];

/** Whether the class is one of RDF, RDFS or OWL themselves (`rdf:Property`, `rdfs:Class`): its instances belong to the schema. */
export function isMetaClass(iri: string): boolean {
  return META.some((namespace) => iri.startsWith(namespace));
}

/**
 * The conventions of one knowledge base: which predicates state labels, types and aliases; which nodes only connect
 * others. Lists are in order of preference; IRIs are full. See `presets.ts` for `rdfs`, `freebase`, `wikidata`, `dbpedia`.
 */
export interface Vocabulary {
  /** Name of the preset, or your own. */
  readonly name: string;
  /** Prefix to namespace, for the short names that models and people read and write. An empty prefix stands for names without a colon. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Predicates that lead to a node's name. */
  readonly label: readonly string[];
  /** Further names, found by `find_entities` but not shown as the name. */
  readonly alias: readonly string[];
  /** Predicates that lead from an instance to its class. */
  readonly type: readonly string[];
  /** Predicates that lead from a class to its superclass. */
  readonly subclass: readonly string[];
  /** A regular expression (`u`) over full IRIs: a matching IRI by itself in a program means a class. Absent if names do not show what is a class. */
  readonly classPattern?: string;
  /** Predicates that lead to a sentence about a node. */
  readonly description: readonly string[];
  /** Language tags of labels, best first; `""` is text without a language. Other languages are used if none of these is present. */
  readonly languages: readonly string[];
  /**
   * Nodes that represent a statement (Freebase CVTs, Wikidata statements): a relation that ends in such a node is listed together with
   * each of its further relations, as one relation of two steps.
   */
  readonly mediators: {
    readonly classes: readonly string[];
    /** Beginnings of their IRIs. */
    readonly prefixes: readonly string[];
    /** Nodes without a label that are reached from labelled ones count as mediators, too. */
    readonly unlabelled: boolean;
  };
  /** Predicates that are not listed as relations: labels, types, schema, links to other sites. A trailing `*` stands for any rest. */
  readonly hidden: readonly string[];
  /** Kinds of values of predicates whose objects have no datatype (numbers or dates stored as plain text). */
  readonly attributes: Readonly<Record<string, "number" | "date">>;
}

/** An empty vocabulary. */
export const NO_VOCABULARY: Vocabulary = {
  name: "own",
  prefixes: {},
  label: [],
  alias: [],
  type: [],
  subclass: [],
  description: [],
  languages: [],
  mediators: { classes: [], prefixes: [], unlabelled: false },
  hidden: [],
  attributes: {},
};

/** The declared kind of plain text at the end of a path, by its last step. */
export function declaredKind(
  last: { readonly predicate: string; readonly inverse: boolean } | undefined,
  { attributes }: Vocabulary,
): "number" | "date" | undefined {
  return last === undefined || last.inverse ? undefined : attributes[last.predicate];
}

/** Whether a predicate (full IRI) is never listed as a relation, attribute, fact or path: exactly the predicates of `hidden`. */
export function hiddenPredicates({ hidden }: Vocabulary): (predicate: string) => boolean {
  const whole = new Set(hidden.filter((each) => !each.endsWith("*")));
  const beginnings = hidden.filter((each) => each.endsWith("*")).map((each) => each.slice(0, -1));
  return (predicate) => whole.has(predicate) || beginnings.some((start) => predicate.startsWith(start));
}

/** The vocabulary without masked predicates, so that `***` is used neither as a name nor as a value. */
export function withoutMasked(vocabulary: Vocabulary, masked: ReadonlySet<string>): Vocabulary {
  const rest = (iris: readonly string[]) => iris.filter((iri) => !masked.has(iri));
  const { label, alias, description, attributes } = vocabulary;
  return {
    ...vocabulary,
    label: rest(label),
    alias: rest(alias),
    description: rest(description),
    attributes: Object.fromEntries(Object.entries(attributes).filter(([iri]) => !masked.has(iri))),
  };
}

/** Full IRIs of space-separated names. */
export function named(namespace: string, names: string): readonly string[] {
  return names.split(" ").map((name) => namespace + name);
}

/** One label in the data. */
export interface LabelCandidate {
  /** Index of the predicate in `Vocabulary.label`. */
  readonly predicate: number;
  readonly label: Term;
}

/**
 * The label to show, the same in every store: by language (as listed; its regional variants after it; other languages last, by their
 * tags), then by predicate as listed, then by the text (UTF-16 code units). Empty texts and terms other than literals are no labels.
 */
export function bestLabel(
  candidates: Iterable<LabelCandidate>,
  { languages }: Vocabulary,
): string | undefined {
  let best: Ranked | undefined;
  for (const { predicate, label } of candidates) {
    if (!isLabel(label)) continue;
    const one = { rank: languageRank(label.language ?? "", languages), predicate, label };
    if (best === undefined || before(one, best)) best = one;
  }
  return best?.label.value;
}

export function isLabel(term: Term): term is Literal {
  return term.kind === "literal" && term.value !== "";
}

function before(a: Ranked, b: Ranked): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  const [left, right] = [a.label.language ?? "", b.label.language ?? ""];
  if (left !== right) return left < right;
  return a.predicate === b.predicate ? a.label.value < b.label.value : a.predicate < b.predicate;
}

interface Ranked {
  readonly rank: number;
  readonly predicate: number;
  readonly label: Literal;
}

/** Twice the index of the language in `languages`, plus one for a regional variant; twice their number for other languages. */
export function languageRank(language: string, languages: readonly string[]): number {
  const exact = languages.indexOf(language);
  const variant = languages.findIndex((each) => each !== "" && language.startsWith(`${each}-`));
  const ranks = [exact < 0 ? Infinity : exact * 2, variant < 0 ? Infinity : variant * 2 + 1];
  return Math.min(...ranks, languages.length * 2);
}
