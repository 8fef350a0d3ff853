import { phraseKey, wordKey } from "../../../../util/english/word-key.ts";
import { nameWords } from "../../../../util/name-words.ts";
import { localName, type NamedPath } from "../../access/path-names.ts";
import type { Step } from "../../program/program.ts";
import type { Names } from "../../vocabulary/names.ts";
import { CONCEPTS, type Concept } from "./concepts.ts";
import { KIN_FEMALE, KIN_MALE } from "./kinds.ts";

/** The property part of a name that is a path (`film__film__genre`), made readable. */
export function propertyName(name: string): string {
  const last = name.split("__").findLast((part) => part !== "") ?? name;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A concept that the name of a relation expresses. */
interface ConceptOfName {
  readonly concept: Concept;
  /** The relation runs from the concept's end to its start: `director_of`, `acted_in`. */
  readonly reverse: boolean;
  /** 0 if the name states the concept plainly. */
  readonly cost: number;
}

/** Keys of the phrases of a list. */
function keysOf(list: string | undefined): readonly string[] {
  if (list === undefined) return [];
  return list.split(",").map((each) => phraseKey(each.trim().split(" ")));
}

/** Lower ranks take precedence: listed names, then nouns, then verbs. */
type Entry = ConceptOfName & { readonly rank: number };
const BY_NAME = new Map<string, Entry[]>();
const BEHIND_VERBS = ["in", "at", "on", "to", "for", "from", "with"];

for (const concept of CONCEPTS) {
  const add = (key: string, rank: number, reverse: boolean): void => {
    BY_NAME.set(key, [...(BY_NAME.get(key) ?? []), { concept, reverse, rank, cost: 0 }]);
  };
  for (const key of keysOf(concept.names)) add(key, 0, false);
  for (const key of keysOf(concept.reverse)) add(key, 0, true);
  for (const key of keysOf(concept.nouns)) {
    add(key, 1, false);
    if (concept.symmetric !== true) add(`${key} of`, 1, true);
  }
  for (const key of keysOf(concept.does)) {
    add(`${key} by`, 2, false);
    add(key, 3, true);
  }
  for (const key of keysOf(concept.undergoes)) {
    for (const behind of BEHIND_VERBS) add(`${key} ${behind}`, 2, false);
    add(key, 3, false);
  }
}

const NOISE: ReadonlySet<string> = new Set(
  "has have is are was were the a an its their in of with".split(" "),
);
const PARTLY = 0.12;

/** Concepts of a relation's name (folded words): by the whole name, else without empty words, else by its last noun. */
export function conceptsOfName(words: readonly string[]): readonly ConceptOfName[] {
  const whole = lookUp(words);
  if (whole.length > 0) return whole;
  const from = words.findIndex((word) => !NOISE.has(word));
  if (from < 0) return [];
  const bare = lookUp(words.slice(from));
  if (bare.length > 0) return bare;
  for (let at = from + 1; at < words.length; at++) {
    const tail = lookUp(words.slice(at), (rank) => rank === 1);
    if (tail.length === 0) continue;
    const before = phraseKey(words.slice(from, at));
    return tail.map((each) => {
      const plain = [each.concept.does, each.concept.undergoes, each.concept.nouns].some((list) =>
        keysOf(list).includes(before),
      );
      return { ...each, cost: plain ? 0 : PARTLY };
    });
  }
  return [];
}

function lookUp(words: readonly string[], among = (_rank: number) => true): readonly ConceptOfName[] {
  const found = (BY_NAME.get(phraseKey(words)) ?? []).filter(({ rank }) => among(rank));
  const best = Math.min(...found.map(({ rank }) => rank));
  return found.filter(({ rank }) => rank === best);
}

/** English meaning of a path: keys of words, each with the cost of reading the word as this path. */
export interface PathSense {
  /** Nouns for the end, seen from the start of the path. */
  readonly nouns: ReadonlyMap<string, number>;
  /** Nouns for the start, seen from the end. */
  readonly startNouns: ReadonlyMap<string, number>;
  /** Verbs with the start as subject: it directed, it stars. */
  readonly subjectOf: ReadonlyMap<string, number>;
  /** Verbs with the start as object, or after a preposition. */
  readonly objectOf: ReadonlyMap<string, number>;
  /** Question word and verb, such as `when release`, `where bear`, for paths to a date or a place. */
  readonly asked: ReadonlyMap<string, number>;
  /** Prepositions before the start, after the end: films *about* it. */
  readonly prepositions: ReadonlyMap<string, number>;
  /** Kinds of start and end, if the concept states them. */
  readonly starts: string;
  readonly ends: string;
  /** Ids of the path's concepts, for gender and the like. */
  readonly concepts: readonly string[];
}

const SYNONYM = 0.06;
const TURNED = 0.12;
const OWN_VERB = /^(.+) (?:by)$/u;

/** Senses by predicate, direction and label; entries never change. */
export type SenseCache = Map<string, PathSense>;

export function senseOf(
  { path, label, text }: Pick<NamedPath<unknown>, "path" | "label" | "text">,
  names: Names,
  cache: SenseCache,
): PathSense {
  const key = `${text}\n${label}`;
  const known = cache.get(key);
  if (known) return known;
  const sense = build(namesOf(path, label, names), path.at(-1)?.inverse ?? false);
  cache.set(key, sense);
  return sense;
}

/** Words of the path's names: labels and last parts of the predicates in the direction of the last step. */
function namesOf(path: readonly Step[], label: string, names: Names): readonly (readonly string[])[] {
  const { inverse } = path.at(-1) ?? { inverse: false };
  const locals = path
    .filter((step) => step.inverse === inverse)
    .map(({ predicate }) => localName(names.short(predicate)));
  const labels = label === "" ? [] : label.split(" / ").slice(path.length === 1 ? 0 : -1);
  const all = [...labels, ...locals]
    .map((name) => nameWords(propertyName(name)))
    .filter(({ length }) => length > 0);
  return [...new Map(all.map((words) => [words.join(" "), words])).values()];
}

function build(all: readonly (readonly string[])[], inverse: boolean): PathSense {
  const maps = {
    nouns: new Map<string, number>(),
    startNouns: new Map<string, number>(),
    subjectOf: new Map<string, number>(),
    objectOf: new Map<string, number>(),
    asked: new Map<string, number>(),
    prepositions: new Map<string, number>(),
  };
  const put = (map: keyof typeof maps, keys: readonly string[], cost: number): void => {
    for (const key of keys)
      maps[map].set(key, Math.min(cost, maps[map].get(key) ?? Number.POSITIVE_INFINITY));
  };
  const found: ConceptOfName[] = [];
  for (const words of all) {
    const key = phraseKey(words);
    const bare = key.replace(/^(?:hav|be|in|the) /u, "");
    const of = /^(.+) of$/u.exec(bare)?.[1];
    const by = OWN_VERB.exec(bare)?.[1];
    const [forward, backward] = inverse
      ? (["startNouns", "nouns"] as const)
      : (["nouns", "startNouns"] as const);
    // "Born in" is no noun.
    if (!/ (?:in|at|on|to|for|from|by)$/u.test(key))
      put(of === undefined ? forward : backward, [of ?? bare, key], 0);
    if (by !== undefined) put(inverse ? "subjectOf" : "objectOf", [by], 0);
    else {
      const verb = bare.replace(/ (?:in|at|on|to|for|from|with|of)$/u, "");
      if (!verb.includes(" ")) put(inverse ? "objectOf" : "subjectOf", [verb], SYNONYM);
      // "first presented": the verb is last.
      const last = words.at(-1) ?? "";
      if (words.length > 1 && last.endsWith("ed"))
        put(inverse ? "objectOf" : "subjectOf", [wordKey(last)], SYNONYM);
    }
    // A publisher of a book has published it.
    const agent = /^(.{3,})[eo]r$/u.exec(wordKey(words.at(-1) ?? ""))?.[1];
    if (agent !== undefined) put(inverse ? "subjectOf" : "objectOf", [wordKey(agent)], SYNONYM);
    found.push(...conceptsOfName(words));
  }
  const along = found.map((each) => ({ ...each, reverse: each.reverse !== inverse }));
  for (const { concept, reverse, cost } of along) {
    const both = concept.symmetric === true;
    const [synonym, turned] = [cost + SYNONYM, cost + TURNED];
    put(reverse ? "startNouns" : "nouns", keysOf(concept.nouns), synonym);
    put(reverse ? "nouns" : "startNouns", keysOf(both ? concept.nouns : concept.back), turned);
    put(reverse ? "subjectOf" : "objectOf", keysOf(concept.does), synonym);
    put(reverse ? "objectOf" : "subjectOf", keysOf(concept.undergoes), synonym);
    if (both) put(reverse ? "subjectOf" : "objectOf", keysOf(concept.undergoes), turned);
    if (reverse) put("prepositions", (concept.prepositions ?? "").split(", ").filter(Boolean), synonym);
    else
      put(
        "asked",
        keysOf(concept.asked?.[1]).map((verb) => `${concept.asked?.[0]} ${verb}`),
        synonym,
      );
  }
  for (const words of all) {
    const excluded = words.some((word) => KIN_MALE.has(wordKey(word)))
      ? KIN_FEMALE
      : words.some((word) => KIN_FEMALE.has(wordKey(word)))
        ? KIN_MALE
        : undefined;
    // A "father" relation does not lead to mothers, although both are parents.
    for (const word of excluded ?? []) maps[inverse ? "startNouns" : "nouns"].delete(word);
  }
  const kinds = (which: "starts" | "ends"): string =>
    along.map(({ concept, reverse }) => concept.between[reverse === (which === "starts") ? 1 : 0]).join(" ");
  return {
    ...maps,
    starts: kinds("starts"),
    ends: kinds("ends"),
    concepts: along.map(({ concept }) => concept.id),
  };
}
