import {
  egressLevel,
  forBoth,
  joined,
  redacted,
  say,
  schemaName,
} from "../../../environment/egress/marks.ts";
import {
  type FoundReading,
  LIKENESSES,
  type Likeness,
  type Readings,
} from "../../../environment/readings.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { Json } from "../../../util/json.ts";
import { nameWords } from "../../../util/name-words.ts";
import { type NameNearness, nearestNames } from "../../../util/nearest-names.ts";
import { createGraphReader, type GraphReader } from "../access/graph-reader.ts";
import { knownClasses } from "../access/known-classes.ts";
import { localName, namePaths } from "../access/path-names.ts";
import { propertyName } from "../heuristics/lexicon/path-sense.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { comparableValue } from "../term/comparable-value.ts";
import { type Iri, iri, isNode, type Term } from "../term/term.ts";
import { shortened } from "../tools/new-variable.ts";
import { distinctTerms } from "../tools/subject.ts";
import type { Fact, NameMatch, PredicateFacts } from "../triple-store/triple-store.ts";
import type { Names } from "../vocabulary/names.ts";
import { identifierOf } from "../vocabulary/names.ts";

/** Identifies a reading: one entity, class, or relation or attribute, by its full IRI. */
interface ReadingMark {
  readonly is: "entity" | "class" | "relation";
  readonly iri: string;
}

/** Longer marks are left out; the reading is then identified by its text alone. */
const LONGEST = 500;

function tokenOf(mark: ReadingMark): { readonly token?: Json } {
  const token: Json = { ...mark };
  return JSON.stringify(token).length > LONGEST ? {} : { token };
}

/** Undefined if the token is no valid mark: tokens come from outside. */
export function readToken(token: Json | undefined): ReadingMark | undefined {
  if (typeof token !== "object" || token === null || Array.isArray(token)) return undefined;
  const { is, iri } = token as { readonly [key: string]: Json };
  if (typeof iri !== "string" || iri === "") return undefined;
  return is === "entity" || is === "class" || is === "relation" ? { is, iri } : undefined;
}

export const termOf = ({ iri: value }: ReadingMark): Iri => ({ kind: "iri", value });

const LIKENESS: Readonly<Record<NameNearness, Likeness>> = {
  same: "same",
  form: "form",
  plural: "form",
  order: "form",
  partial: "part",
  typo: "near",
  abbreviation: "related",
};
interface Like {
  readonly likeness: Likeness;
  readonly score: number;
}

async function classReadings(
  words: string,
  graph: GraphReader,
  { names }: KnowledgeBaseServices,
): Promise<readonly FoundReading[]> {
  return (await knownClasses(graph, names)).flatMap((each): FoundReading[] => {
    const like = nearestOf(words, [each.label, localName(each.text)]);
    if (like === undefined) return [];
    const count = each.instances === undefined ? "" : say` (${each.instances} of them)`;
    const name = shortened(each.label);
    const both = forBoth(() => say`all that are "${schemaName(name)}"${count}`);
    return [
      { ...like, ...both, kind: "class", replacement: name, ...tokenOf({ is: "class", iri: each.iri }) },
    ];
  });
}

/** Relations and attributes by label or name. */
async function relationReadings(
  words: string,
  graph: GraphReader,
  services: KnowledgeBaseServices,
): Promise<readonly FoundReading[]> {
  const { predicates } = await graph.schema();
  const paths = await namePaths(
    predicates.map((facts) => ({ ...facts, path: [{ predicate: facts.predicate, inverse: false }] })),
    graph,
    services.names,
  );
  const found: FoundReading[] = [];
  for (const { facts, label, local } of paths) {
    const like = nearestOf(words, [label, local]);
    if (like === undefined) continue;
    found.push({
      ...like,
      ...(await relationText(spoken(label, local), facts, graph, services)),
      kind: facts.objectKind === "entities" ? "relation" : "attribute",
      replacement: spoken(label, local),
      ...tokenOf({ is: "relation", iri: facts.predicate }),
    });
  }
  return found;
}

function nearestOf(words: string, written: readonly string[]): Like | undefined {
  const given = nameWords(foldText(words));
  const [best] = nearestNames(
    words,
    written.filter((name) => name !== ""),
    { limit: 1 },
  );
  if (best === undefined) return undefined;
  const likeness = LIKENESS[best.why];
  if (likeness === "part") {
    const all = nameWords(foldText(best.name));
    const whole = given.length > 0 && given.every((word) => all.includes(word));
    return whole ? { likeness, score: 0.5 + 0.4 * best.score } : undefined;
  }
  return best.score < LEAST_NEAR
    ? undefined
    : { likeness, score: likeness === "related" ? best.score / 2 : best.score };
}

async function commentOn(
  predicate: string,
  graph: GraphReader,
  { store }: KnowledgeBaseServices,
): Promise<string> {
  for (const description of store.vocabulary.description.slice(0, 2)) {
    const step = { predicate: description, inverse: false };
    const from = { op: "terms", terms: [iri(predicate)] } as const;
    const { terms } = await graph.members({ op: "follow", from, step }, 20);
    const text = terms.find(({ kind }) => kind === "literal");
    if (text?.kind === "literal") return text.value;
  }
  return "";
}

/** Name for users: the label, else the words of the local name. */
export function spoken(label: string, local: string): string {
  if (label !== "") return label;
  const words = nameWords(propertyName(local)).join(" ");
  return words === "" ? local : words;
}

/** `the attribute "box office" (Film: takings worldwide, euros)`: with its comment, else with the classes that it connects. */
async function relationText(
  name: string,
  { predicate, subjectClasses, objectClasses, objectKind }: PredicateFacts,
  graph: GraphReader,
  services: KnowledgeBaseServices,
): Promise<ReturnType<typeof forBoth>> {
  const kind = objectKind === "entities" ? "relation" : "attribute";
  const comment = await commentOn(predicate, graph, services);
  const classes = [subjectClasses, objectClasses].flatMap(({ first }) => first.slice(0, 1));
  const ends = comment === "" ? await graph.iriNames(classes) : [];
  return forBoth(() => {
    const head = say`the ${kind} "${schemaName(shortened(name))}"`;
    if (comment !== "") return say`${head} (${redacted(shortened(comment).replace(/\.$/u, ""))})`;
    const sides = joined(ends.map(schemaName).map(shortened), " to ");
    return ends.length === 0 ? head : say`${head} (${sides})`;
  });
}

interface NamedTerm {
  readonly term: Term;
  readonly label: string;
}

interface Told extends NamedTerm {
  /** Names of the classes, the widest first. */
  readonly classes: readonly string[];
  readonly facts: readonly { readonly name: string; readonly value: Term; readonly total: number }[];
}

const MOST_CLASSES = 3;
/** Dates that distinguish entities, the most significant first. */
const TELLING = [/birth|born/iu, /release|publish|premi/iu, /found|establish|open/iu, /date|year|first/iu];

/**
 * Texts by which a user distinguishes entities, one each and all different: `film "The Last Ferry" (1987)`,
 * `person "Anna Berg" (actor, born 1960)`; if that is not enough, with a further fact (`country: Cestria`), and finally with the identifier.
 */
export async function entityTexts(
  entities: readonly NamedTerm[],
  graph: GraphReader,
  names: Names,
): Promise<readonly ReturnType<typeof forBoth>[]> {
  const told = await tellAll(entities, graph, names);
  const texts = told.map((each) => textOf(each, []));
  for (const alike of groups(texts)) {
    const further = await tellingFact(
      alike.map((at) => told[at] as Told),
      graph,
    );
    if (further === undefined) continue;
    for (const [own, at] of alike.entries()) texts[at] = textOf(told[at] as Told, [further[own] ?? ""]);
  }
  for (const at of groups(texts).flat())
    texts[at] = `${texts[at]} [${identifierOf((told[at] as Told).term, names)}]`;
  return texts.map((text, at) => {
    const { label, classes: [widest] = [] } = told[at] as Told;
    const kind = widest === undefined ? say`entity` : schemaName(shortened(widest));
    // Of the distinguishing facts a model sees only the class.
    return egressLevel() === undefined
      ? { text }
      : { text, told: say`${kind} "${redacted(shortened(label))}"` };
  });
}

async function tellAll(entities: readonly NamedTerm[], graph: GraphReader, names: Names) {
  const wide = new Map((await knownClasses(graph, names)).map((each) => [each.iri, each]));
  const nodes = entities.map(({ term }) => term).filter(isNode);
  const facts = nodes.length === 0 ? [] : await graph.facts(nodes, 1);
  return Promise.all(
    entities.map(async ({ term, label }): Promise<Told> => {
      const { classes } = await graph.summarize({ op: "terms", terms: [term] });
      const sorted = classes
        .map((each) => ({ iri: each.class, instances: wide.get(each.class)?.instances ?? 0 }))
        .sort((a, b) => b.instances - a.instances)
        .slice(0, MOST_CLASSES);
      const place = isNode(term) ? nodes.indexOf(term) : -1;
      return {
        term,
        label,
        classes: [...new Set(await graph.iriNames(sorted.map((each) => each.iri)))],
        facts: await plainFacts(facts[place] ?? [], graph, names),
      };
    }),
  );
}

async function plainFacts(facts: readonly Fact[], graph: GraphReader, names: Names) {
  const paths = await namePaths(
    facts.map((fact) => ({ ...fact, path: [fact.step] })),
    graph,
    names,
  );
  return paths.flatMap(({ label, local, facts: { values, total } }) => {
    const [value] = values;
    return value === undefined ? [] : [{ name: label === "" ? local : label, value, total }];
  });
}

function textOf({ label, classes, facts }: Told, more: readonly string[]): string {
  const [widest, ...narrower] = classes;
  const details = [...narrower.slice(-1), dateOf(facts) ?? "", ...more].filter((part) => part !== "");
  const name = `"${shortened(label)}"`;
  const head = widest === undefined ? name : `${shortened(widest)} ${name}`;
  return details.length === 0 ? head : `${head} (${details.join(", ")})`;
}

/** `born 1960`; for other dates the year alone. */
function dateOf(facts: Told["facts"]): string | undefined {
  for (const [at, telling] of TELLING.entries()) {
    for (const { name, value } of facts) {
      if (!telling.test(name) || value.kind !== "literal") continue;
      const year = /^-?\d{4}/u.exec(value.value)?.[0];
      const comparable = comparableValue(value);
      if (year === undefined || (comparable?.kind === "number" && value.value.length !== 4)) continue;
      return at === 0 ? `born ${year}` : year;
    }
  }
  return undefined;
}

/** Groups the indexes of texts that occur more than once. */
function groups(texts: readonly string[]): readonly (readonly number[])[] {
  const byText = Map.groupBy(texts.keys(), (at) => texts[at] ?? "");
  return [...byText.values()].filter(({ length }) => length > 1);
}

/** The fact that distinguishes most of the entities, as text for each; undefined if no fact differs. */
async function tellingFact(
  alike: readonly Told[],
  graph: GraphReader,
): Promise<readonly string[] | undefined> {
  const candidates = [...new Set(alike.flatMap(({ facts }) => facts.map(({ name }) => name)))];
  let best: { readonly texts: readonly string[]; readonly distinct: number } | undefined;
  for (const name of candidates) {
    const own = alike.map(({ facts }) => facts.find((fact) => fact.name === name && fact.total === 1)?.value);
    const values = await graph.termNames(own.flatMap((value) => value ?? []));
    let next = 0;
    const texts = own.map((value) =>
      value === undefined ? "" : `${name}: ${shortened(values[next++] ?? "")}`,
    );
    const distinct = new Set(texts).size;
    if (distinct > (best?.distinct ?? 1)) best = { texts, distinct };
  }
  return best?.texts;
}

/** Names with lower scores count as different names. */
const LEAST_NEAR = 0.7;
const LEAST_ABBREVIATION = 0.6;
const SEARCHED = 20;

export interface EntityLike {
  readonly term: Term;
  readonly label: string;
  readonly likeness: Likeness;
  readonly score: number;
}

/** Entities that the words may name, best first. If any name matches fully, near matches are left out. */
export async function entitiesLike(
  words: string,
  graph: GraphReader,
  most: number,
): Promise<readonly EntityLike[]> {
  const { matches } = await graph.find(words, { limit: SEARCHED, among: "entities" });
  const { predicates, classes } = await graph.schema();
  // Classes and relations are separate kinds of readings.
  const schema = new Set([
    ...predicates.map(({ predicate }) => predicate),
    ...classes.map((each) => each.class),
  ]);
  const judged = distinctTerms(matches).flatMap((match) => {
    if (match.term.kind === "iri" && schema.has(match.term.value)) return [];
    const judgement = judge(words, match);
    return judgement === undefined ? [] : [{ match, ...judgement }];
  });
  const exact = judged.some(({ likeness }) => likeness === "same" || likeness === "form");
  const kept = judged.filter(({ likeness }) => !exact || likeness !== "near");
  const best = kept.toSorted((a, b) => b.score - a.score).slice(0, most);
  const labels = await graph.labels(best.map(({ match }) => match.term));
  return best.map(({ match, likeness, score }, at) => ({
    term: match.term,
    label: labels[at] ?? match.name,
    likeness,
    score,
  }));
}

async function entityReadings(
  words: string,
  graph: GraphReader,
  names: Names,
  most: number,
): Promise<readonly FoundReading[]> {
  return describedReadings(await entitiesLike(words, graph, most), graph, names);
}

/** Adds a distinguishing text to each entity, and its notation: the name, with the identifier if several have that name. */
export async function describedReadings(
  found: readonly EntityLike[],
  graph: GraphReader,
  names: Names,
): Promise<readonly FoundReading[]> {
  const texts = await entityTexts(found, graph, names);
  const shared = (label: string): boolean =>
    found.filter((each) => foldText(each.label) === foldText(label)).length > 1;
  return found.map(({ term, label, likeness, score }, at) => ({
    ...(texts[at] ?? { text: label }),
    kind: "entity",
    likeness,
    score,
    replacement: shared(label) ? `${label} [${identifierOf(term, names)}]` : label,
    ...(term.kind === "iri" ? tokenOf({ is: "entity", iri: term.value }) : {}),
  }));
}

function judge(words: string, match: NameMatch): Pick<EntityLike, "likeness" | "score"> | undefined {
  const { tier, alias, name, score } = match;
  if (tier === "exact") return { likeness: "same", score: alias ? 0.98 : 1 };
  if (tier === "folded" || bare(name) === bare(words))
    return { likeness: "form", score: alias ? 0.95 : 0.97 };
  if (isPart(words, name)) return { likeness: "part", score: 0.5 + 0.4 * score };
  if (tier === "abbreviation")
    return score < LEAST_ABBREVIATION ? undefined : { likeness: "related", score: 0.5 * score };
  const near = tier === "typo" || (tier === "words" && !isPart(name, words));
  if (!near || score < LEAST_NEAR || numbersOf(words) !== numbersOf(name)) return undefined;
  return { likeness: "near", score: Math.min(0.94, score) };
}

/** Whether the words occur side by side in a longer name. */
export function isPart(words: string, name: string): boolean {
  const own = nameWords(foldText(words)).join(" ");
  const all = nameWords(foldText(name)).join(" ");
  return own !== "" && own !== all && ` ${all} `.includes(` ${own} `);
}

/** The numbers in a name. They must be equal in near names: ceremonies of two years are two ceremonies. */
export function numbersOf(name: string): string {
  return (name.match(/\d+/gu) ?? []).join(" ");
}

export function bare(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Most readings returned. */
const MOST = 12;
/** Longer texts are not names. */
const LONGEST_WORDS = 200;

/**
 * Possible meanings of words in a knowledge base: entities by label search, classes, relations and attributes by label and name. Several
 * entities of one name are several readings. On endpoints it is limited by their label search.
 *
 * @throws TripleStoreError; FuxiError `cancelled`
 */
export function knowledgeBaseReadings(services: KnowledgeBaseServices): Readings {
  return {
    async find(words, _task, limit, context) {
      if (context.signal.aborted) {
        throw new FuxiError("cancelled", "The work was cancelled.", { cause: context.signal.reason });
      }
      const written = words.replace(/\s+/gu, " ").trim();
      if (!/[\p{L}\p{N}]/u.test(written) || written.length > LONGEST_WORDS || limit <= 0) return [];
      const graph = createGraphReader(services, context, []);
      await services.cache.refresh(() => services.store.dataVersion(graph.bounds()));
      const found = [
        ...(await entityReadings(written, graph, services.names, MOST)),
        ...(await classReadings(written, graph, services)),
        ...(await relationReadings(written, graph, services)),
      ];
      return ranked(found).slice(0, Math.min(limit, MOST));
    },
  };
}

/** If any reading of any kind matches fully, drops near matches; of readings with equal texts, keeps the first. */
function ranked(found: readonly FoundReading[]): readonly FoundReading[] {
  const exact = found.some(({ likeness }) => likeness === "same" || likeness === "form");
  const kept = found.filter(({ likeness }) => !exact || likeness !== "near");
  const sorted = kept.toSorted(
    (a, b) => b.score - a.score || LIKENESSES.indexOf(a.likeness) - LIKENESSES.indexOf(b.likeness),
  );
  return [...new Map(sorted.toReversed().map((each) => [each.text, each])).values()].toReversed();
}
