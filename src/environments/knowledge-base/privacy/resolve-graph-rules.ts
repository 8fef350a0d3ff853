import { type PrivacyRules, starPattern } from "../../../environment/privacy-rules.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { localName } from "../labels/local-name.ts";
import { createNames, type Names } from "../vocabulary/names.ts";
import { NAMESPACES, type Vocabulary } from "../vocabulary/vocabulary.ts";

/** A predicate or class with the names that patterns can match. */
interface NamedPart {
  /** Full IRI. */
  readonly iri: string;
  /** Labels in any language. */
  readonly labels: readonly string[];
}

/** All predicates and classes of a graph. Must be complete: rules cannot hide parts that are missing here. */
interface GraphParts {
  readonly predicates: readonly NamedPart[];
  /** Every class of an instance, every superclass and every subclass. */
  readonly classes: readonly NamedPart[];
  /** Pairs of predicates. The second repeats facts of the first, so the rules of the first apply to it, too. Full IRIs. */
  readonly follows: readonly (readonly [predicate: string, other: string])[];
  /** Pairs of a class and a subclass or equivalent class. Full IRIs. */
  readonly below: readonly (readonly [above: string, below: string])[];
}

const { rdf: RDF, rdfs: RDFS, owl: OWL } = NAMESPACES;
const FREEBASE = "http://rdf.freebase.com/ns/type.property.";

/** Rules for the object apply to the subject. */
const BELOW_PREDICATES = [`${RDFS}subPropertyOf`] as const;
/** Rules for either side apply to the other. */
const SAME_PREDICATES = [
  `${OWL}inverseOf`,
  `${OWL}equivalentProperty`,
  `${FREEBASE}reverse_property`,
  `${FREEBASE}master_property`,
] as const;
const SAME_CLASSES = [`${OWL}equivalentClass`] as const;

/** Classes whose instances are predicates. */
const CLASSES_OF_PREDICATES = [
  `${RDF}Property`,
  `${OWL}ObjectProperty`,
  `${OWL}DatatypeProperty`,
  `${OWL}AnnotationProperty`,
] as const;

const WIKIDATA_ENTITY = "http://www.wikidata.org/entity/";
const WIKIDATA_PROPERTY = /^https?:\/\/www\.wikidata\.org\/(?:prop\/(?:[a-z-]+\/)*|entity\/)(P\d+)$/u;

/** The part shared by a Wikidata property's IRIs: it has several predicates (`wdt:P69`, `p:P69`, `ps:P69`, …), and its label is at `wd:P69`. */
function wikidataProperty(iri: string): string | undefined {
  return WIKIDATA_PROPERTY.exec(iri)?.[1];
}

type Pair = readonly [subject: string, object: string];
type Given<T> = T | Promise<T>;

/** Queries on a store's graph for resolving rules. Full IRIs only. */
export interface GraphSource {
  /** Predicates in use. */
  predicates(): Given<readonly string[]>;
  /** Objects of these predicates. */
  objects(predicates: readonly string[]): Given<readonly string[]>;
  /** Subjects that these predicates connect to one of the classes. */
  instances(predicates: readonly string[], classes: readonly string[]): Given<readonly string[]>;
  pairs(predicates: readonly string[]): Given<readonly Pair[]>;
  /** Labels and aliases in any language. */
  labels(iris: readonly string[]): Given<ReadonlyMap<string, readonly string[]>>;
}

/** Collects the predicates and classes of a graph. */
async function graphParts(source: GraphSource, { type, subclass }: Vocabulary): Promise<GraphParts> {
  const types = [...new Set([...type, `${RDF}type`])];
  const [used, typed, declared, subclasses, sameClasses, below, same] = await Promise.all([
    source.predicates(),
    source.objects(types),
    source.instances(types, CLASSES_OF_PREDICATES),
    source.pairs(subclass),
    source.pairs(SAME_CLASSES),
    source.pairs(BELOW_PREDICATES),
    source.pairs(SAME_PREDICATES),
  ]);
  const follows = [...below.map(turned), ...same, ...same.map(turned)];
  const under = [...subclasses.map(turned), ...sameClasses, ...sameClasses.map(turned)];
  const predicates = [...new Set([...used, ...declared, ...follows.flat()])];
  const classes = [...new Set([...typed, ...under.flat()])];
  const nodesOf = (iri: string): readonly string[] => {
    const property = wikidataProperty(iri);
    return property === undefined ? [iri] : [iri, `${WIKIDATA_ENTITY}${property}`];
  };
  const labels = await source.labels([...new Set([...predicates, ...classes].flatMap(nodesOf))]);
  const named = (iri: string): NamedPart => ({
    iri,
    labels: nodesOf(iri).flatMap((node) => labels.get(node) ?? []),
  });
  return { predicates: predicates.map(named), classes: classes.map(named), follows, below: under };
}

const turned = ([a, b]: Pair): Pair => [b, a];

/**
 * Applies rules to a graph. A pattern is a full IRI, a short name, the last part of an IRI, or a label, of predicates and of classes. It covers
 * all of its matches.
 *
 * @throws FuxiError `configuration-invalid` for a pattern that matches nothing, and for one that masks a part that cannot be masked
 */
export async function resolveGraphRules(
  { allow, deny = [], mask = [] }: PrivacyRules,
  source: GraphSource,
  vocabulary: Vocabulary,
): Promise<GraphRules & { readonly predicates: readonly string[] }> {
  const parts = await graphParts(source, vocabulary);
  const names = createNames(vocabulary);
  const find = (pattern: string) => named(pattern, parts, names);
  const denied = deny.map(find);
  const masked = mask.map((pattern) => maskable(pattern, find(pattern), vocabulary));
  const allowed = allow?.map(find);
  const allowedPredicates = allowed?.flatMap(({ predicates }) => predicates);
  const allowedClasses = allowed?.flatMap(({ classes }) => classes);
  const onlyClasses = allowedClasses !== undefined && allowedClasses.length > 0;
  const stated = onlyClasses ? [...vocabulary.type, ...vocabulary.subclass] : [];
  const kept = new Set([...(allowedPredicates ?? []), ...stated]);
  const others =
    allowedPredicates === undefined || (allowedPredicates.length === 0 && onlyClasses)
      ? []
      : parts.predicates.map(({ iri }) => iri).filter((iri) => !kept.has(iri));
  const deniedPredicates = new Set([
    ...others,
    ...reached(
      denied.flatMap(({ predicates }) => predicates),
      parts.follows,
      parts.predicates,
    ),
  ]);
  const maskedPredicates = reached(
    masked.flatMap(({ predicates }) => predicates),
    parts.follows,
    parts.predicates,
  );
  return {
    predicates: parts.predicates.map(({ iri }) => iri),
    deniedPredicates,
    maskedPredicates: new Set([...maskedPredicates].filter((iri) => !deniedPredicates.has(iri))),
    deniedClasses: reached(
      denied.flatMap(({ classes }) => classes),
      parts.below,
    ),
    ...(onlyClasses ? { allowedClasses: reached(allowedClasses, parts.below) } : {}),
  };
}

interface Named {
  readonly predicates: readonly string[];
  readonly classes: readonly string[];
}

function named(written: string, parts: GraphParts, names: Names): Named {
  const text = written.trim();
  const full = names.iri(text);
  const matches = starPattern(text.replace(/^<(.*)>$/u, "$1"));
  const isMeant = ({ iri, labels }: NamedPart): boolean =>
    iri === full || [iri, names.short(iri), localName(iri), ...labels].some(matches);
  const predicates = parts.predicates.filter(isMeant).map(({ iri }) => iri);
  const classes = parts.classes.filter(isMeant).map(({ iri }) => iri);
  if (predicates.length === 0 && classes.length === 0) throw namesNothing(written, parts, names);
  return { predicates, classes };
}

/** Refuses to mask type and subclass predicates: without classes the graph is not usable, and `***` would become one. */
function maskable(pattern: string, found: Named, { type, subclass }: Vocabulary): Named {
  const stated = [...type, ...subclass];
  const refuse = (what: string): FuxiError =>
    new FuxiError("configuration-invalid", `${pattern} ${what}, which cannot be masked.`, {
      hint: "Deny it, or mask predicates that lead to values.",
    });
  if (found.predicates.length === 0) throw refuse("is a class");
  if (found.predicates.some((iri) => stated.includes(iri))) throw refuse("says what things are instances of");
  return found;
}

/** The IRIs and all IRIs to which their rules extend, over any number of steps; with parts, also Wikidata's other IRIs of a property. */
function reached(
  iris: readonly string[],
  pairs: readonly (readonly [string, string])[],
  spelled: readonly NamedPart[] = [],
): ReadonlySet<string> {
  const next = Map.groupBy(pairs, ([from]) => from);
  const family = Map.groupBy(spelled, ({ iri }) => wikidataProperty(iri));
  const all = new Set<string>();
  const waiting = [...iris];
  for (let iri = waiting.pop(); iri !== undefined; iri = waiting.pop()) {
    if (all.has(iri)) continue;
    all.add(iri);
    waiting.push(...(next.get(iri) ?? []).map(([, to]) => to));
    const property = spelled.length === 0 ? undefined : wikidataProperty(iri);
    if (property === undefined) continue;
    waiting.push(`${WIKIDATA_ENTITY}${property}`, ...(family.get(property) ?? []).map((each) => each.iri));
  }
  return all;
}

function namesNothing(pattern: string, { predicates, classes }: GraphParts, names: Names): FuxiError {
  const known = [...predicates, ...classes].flatMap(({ iri, labels }) => [names.short(iri), ...labels]);
  const near = nearestNames(pattern.replaceAll("*", ""), [...new Set(known)], { limit: 3 });
  return new FuxiError(
    "configuration-invalid",
    `The privacy pattern ${pattern} matches no predicate and no class.`,
    {
      hint:
        near.length === 0
          ? "Check its spelling; without privacy rules, fuxi tools shows predicates and classes."
          : `Did you mean ${near.map(({ name }) => name).join(" or ")}?`,
    },
  );
}

/** Privacy rules resolved for one graph. Full IRIs. */
export interface GraphRules {
  /** Predicates without visible triples; they are hidden as nodes, too. */
  readonly deniedPredicates: ReadonlySet<string>;
  /** Predicates whose objects all read `***`. */
  readonly maskedPredicates: ReadonlySet<string>;
  /** Classes that are hidden everywhere, with their instances. Includes subclasses. */
  readonly deniedClasses: ReadonlySet<string>;
  /** If given, only these classes and their instances are visible among nodes. Includes subclasses. */
  readonly allowedClasses?: ReadonlySet<string>;
}

/** Whether the rules hide nodes by class, so that the classes of each node must be checked. */
export function hidesNodes({ deniedClasses, allowedClasses }: GraphRules): boolean {
  return deniedClasses.size > 0 || allowedClasses !== undefined;
}
