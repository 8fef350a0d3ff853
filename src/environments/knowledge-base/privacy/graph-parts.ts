/** A predicate or class as patterns can name it. */
export interface NamedPart {
  /** Full IRI. */
  readonly iri: string;
  /** In any language. */
  readonly labels: readonly string[];
}

/** What a graph has that rules can be about. All of it: what is missing here would be seen whatever the rules say. */
export interface GraphParts {
  readonly predicates: readonly NamedPart[];
  /** Everything that is the class of something, or above or below a class. */
  readonly classes: readonly NamedPart[];
  /** Pairs of predicates of which the second says what the first says: it takes the first one's rules. Full IRIs. */
  readonly follows: readonly (readonly [predicate: string, other: string])[];
  /** Pairs of a class and one below it, or equivalent to it. Full IRIs. */
  readonly below: readonly (readonly [above: string, below: string])[];
}

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS = "http://www.w3.org/2000/01/rdf-schema#";
const OWL = "http://www.w3.org/2002/07/owl#";
const FREEBASE = "http://rdf.freebase.com/ns/type.property.";

/** Subjects follow objects. */
export const BELOW_PREDICATES = [`${RDFS}subPropertyOf`] as const;
/** Each side follows the other. */
export const SAME_PREDICATES = [
  `${OWL}inverseOf`,
  `${OWL}equivalentProperty`,
  `${FREEBASE}reverse_property`,
  `${FREEBASE}master_property`,
] as const;
export const SAME_CLASSES = [`${OWL}equivalentClass`] as const;

/** Classes whose instances are predicates. */
export const CLASSES_OF_PREDICATES = [
  `${RDF}Property`,
  `${OWL}ObjectProperty`,
  `${OWL}DatatypeProperty`,
  `${OWL}AnnotationProperty`,
] as const;

export const WIKIDATA_ENTITY = "http://www.wikidata.org/entity/";
const WIKIDATA_PROPERTY = /^https?:\/\/www\.wikidata\.org\/(?:prop\/(?:[a-z-]+\/)*|entity\/)(P\d+)$/u;

/** Wikidata says each thing in several spellings of one property (`wdt:P69`, `p:P69`, `ps:P69`, …), and names it at `wd:P69`: the part that they share. */
export function wikidataProperty(iri: string): string | undefined {
  return WIKIDATA_PROPERTY.exec(iri)?.[1];
}
