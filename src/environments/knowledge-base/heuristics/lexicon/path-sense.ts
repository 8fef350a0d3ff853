import { nameWords } from "../../../../util/name-words.ts";
import { localName, type NamedPath } from "../../access/path-names.ts";
import type { Step } from "../../program/program.ts";
import type { Names } from "../../vocabulary/names.ts";
import { phraseKey, wordKey } from "../question/word-key.ts";
import { KIN_FEMALE, KIN_MALE } from "./closed-words.ts";
import { type ConceptOfName, conceptsOfName, keysOf } from "./concept-names.ts";
import { propertyName } from "./property-name.ts";

/** What it means to walk along a path: keys of words, with what it costs to take a word for it. */
export interface PathSense {
  /** What the end is called, seen from where the path starts. */
  readonly nouns: ReadonlyMap<string, number>;
  /** What the start is called, seen from the end. */
  readonly startNouns: ReadonlyMap<string, number>;
  /** Verbs of which the start is the subject: it directed, it stars. */
  readonly subjectOf: ReadonlyMap<string, number>;
  /** Verbs of which the start is the object, or stands behind a preposition. */
  readonly objectOf: ReadonlyMap<string, number>;
  /** `when release`, `where bear`: what leads to a date or a place. */
  readonly asked: ReadonlyMap<string, number>;
  /** Prepositions that put the start behind the end: films *about* it. */
  readonly prepositions: ReadonlyMap<string, number>;
  /** Kinds of start and end, where English tells. */
  readonly starts: string;
  readonly ends: string;
  /** Concepts that it is, for gender and the like. */
  readonly concepts: readonly string[];
}

const SYNONYM = 0.06;
const TURNED = 0.12;
const EVENT = 0.07;
const OWN_VERB = /^(.+) (?:by)$/u;

/** By predicate, direction and label: senses never change. */
export type SenseCache = Map<string, PathSense>;

export function senseOf(
  { path, label, text }: Pick<NamedPath<unknown>, "path" | "label" | "text">,
  names: Names,
  cache: SenseCache,
): PathSense {
  const key = `${text}\n${label}`;
  const known = cache.get(key);
  if (known) return known;
  const sense = withEvent(build(namesOf(path, label, names), path.at(-1)?.inverse ?? false), path, names);
  cache.set(key, sense);
  return sense;
}

/** "Nominate" of "nomination". */
export function eventVerb(noun: string): string {
  return noun.replace(/(?:at)?ion$/u, noun.endsWith("ation") ? "at" : "");
}

/** What lies between two steps is an event, of which both ends are part: "nominated" for `nomination/nominee`. */
function withEvent(sense: PathSense, path: readonly Step[], names: Names): PathSense {
  const [first] = path;
  if (first === undefined || path.length === 1) return sense;
  const key = phraseKey(nameWords(propertyName(localName(names.short(first.predicate)))));
  const verb = eventVerb(key);
  const joined = (map: ReadonlyMap<string, number>) =>
    new Map([...[key, verb].map((each) => [each, EVENT] as const), ...map]);
  return { ...sense, subjectOf: joined(sense.subjectOf), objectOf: joined(sense.objectOf) };
}

/** The words of each name: labels and last parts of the predicates that run in the direction of the last step. */
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
    const bare = key.replace(/^(?:have|be|in|the) /u, "");
    const of = /^(.+) of$/u.exec(bare)?.[1];
    const by = OWN_VERB.exec(bare)?.[1];
    const [forward, backward] = inverse
      ? (["startNouns", "nouns"] as const)
      : (["nouns", "startNouns"] as const);
    // "Born in" is not what anything is called.
    if (!/ (?:in|at|on|to|for|from|by)$/u.test(key))
      put(of === undefined ? forward : backward, [of ?? bare, key], 0);
    if (by !== undefined) put(inverse ? "subjectOf" : "objectOf", [by], 0);
    else {
      const verb = bare.replace(/ (?:in|at|on|to|for|from|with|of)$/u, "");
      if (!verb.includes(" ")) put(inverse ? "objectOf" : "subjectOf", [verb], SYNONYM);
      // "first presented": what is done stands last.
      const last = words.at(-1) ?? "";
      if (words.length > 1 && last.endsWith("ed"))
        put(inverse ? "objectOf" : "subjectOf", [wordKey(last)], SYNONYM);
    }
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
        keysOf(concept.happens).map((verb) => `${concept.asked} ${verb}`),
        synonym,
      );
  }
  for (const words of all) {
    const excluded = words.some((word) => KIN_MALE.has(word))
      ? KIN_FEMALE
      : words.some((word) => KIN_FEMALE.has(word))
        ? KIN_MALE
        : undefined;
    // "Father" is no mother, though both are parents.
    for (const word of excluded ?? []) maps[inverse ? "startNouns" : "nouns"].delete(wordKey(word));
  }
  const kinds = (which: "starts" | "ends"): string =>
    along
      .map(({ concept, reverse }) => (reverse === (which === "starts") ? concept.ends : concept.starts))
      .join(" ");
  return {
    ...maps,
    starts: kinds("starts"),
    ends: kinds("ends"),
    concepts: along.map(({ concept }) => concept.id),
  };
}
