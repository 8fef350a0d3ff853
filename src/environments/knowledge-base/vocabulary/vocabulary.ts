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

const MOST = 3;

/** Of the classes that are stated to be above one, those right above: data also state classes above these. `aboveOf` gives what is stated of each. */
export function nearestAbove(
  stated: readonly string[],
  aboveOf: (name: string) => readonly string[],
): readonly string[] {
  const further = new Set(
    stated.flatMap((each) => aboveOf(each).filter((above) => !aboveOf(above).includes(each))),
  );
  return [...new Set(stated)].filter((each) => !further.has(each)).slice(0, MOST);
}

const META = [NAMESPACES.rdf, NAMESPACES.rdfs, NAMESPACES.owl];

/** Whether the class is one of RDF, RDFS or OWL themselves (`rdf:Property`, `rdfs:Class`): its instances are no part of what the data are about. */
export function isMetaClass(iri: string): boolean {
  return META.some((namespace) => iri.startsWith(namespace));
}

/**
 * How a knowledge base says what every knowledge base says in its own way: which predicates label, type and alias; which nodes only hold
 * others together. Lists are in order of preference; IRIs are full. See `presets.ts` for `rdfs`, `freebase`, `wikidata`, `dbpedia`.
 */
export interface Vocabulary {
  /** Of the preset, or your own. */
  readonly name: string;
  /** Prefix to namespace, for the short names that models and people read and write. An empty prefix stands for names without a colon. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Predicates that lead to the name a thing is shown by. */
  readonly label: readonly string[];
  /** Further names, found by `find_entities` but not shown as the name. */
  readonly alias: readonly string[];
  /** Predicates that lead from an instance to its class. */
  readonly type: readonly string[];
  /** Predicates that lead from a class to one above it. */
  readonly subclass: readonly string[];
  /** A regular expression (`u`) over full IRIs: what matches is read as a class where a program names it by itself. Absent where names do not tell. */
  readonly classPattern?: string;
  /** Predicates that lead to a sentence about a thing. */
  readonly description: readonly string[];
  /** Language tags of labels, best first; `""` is text without a language. Others are taken where none of these is there. */
  readonly languages: readonly string[];
  /**
   * Nodes that stand for a statement (Freebase CVTs, Wikidata statements): a relation that ends in one is listed together with the relation
   * that leads on from it, as one relation of two steps.
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
  /** Kinds of predicates whose objects do not say so themselves (numbers or dates kept as plain text). */
  readonly attributes: Readonly<Record<string, "number" | "date">>;
}

/** One that says nothing. */
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

/** What plain text at the end of a path is, by the last step of it. */
export function declaredKind(
  last: { readonly predicate: string; readonly inverse: boolean } | undefined,
  { attributes }: Vocabulary,
): "number" | "date" | undefined {
  return last === undefined || last.inverse ? undefined : attributes[last.predicate];
}

/** Whether a predicate (full IRI) is not listed as a relation, attribute, fact or way: exactly those that `hidden` names. */
export function hiddenPredicates({ hidden }: Vocabulary): (predicate: string) => boolean {
  const whole = new Set(hidden.filter((each) => !each.endsWith("*")));
  const beginnings = hidden.filter((each) => each.endsWith("*")).map((each) => each.slice(0, -1));
  return (predicate) => whole.has(predicate) || beginnings.some((start) => predicate.startsWith(start));
}

/** The vocabulary where values of these predicates read `***`: nothing is called so, or counted as a number. */
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

/** Full IRIs of names that are separated by spaces. */
export function named(namespace: string, names: string): readonly string[] {
  return names.split(" ").map((name) => namespace + name);
}
