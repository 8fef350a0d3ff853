import { nameWords } from "../../../../util/name-words.ts";
import { localName, type NamedPath } from "../../access/path-names.ts";
import type { Step } from "../../program/program.ts";
import type { Names } from "../../vocabulary/names.ts";
import { phraseKey, wordKey } from "../question/word-key.ts";
import { KIN_FEMALE, KIN_MALE } from "./kinds.ts";
import { type Concept, PEOPLE_CONCEPTS } from "./people-concepts.ts";
import { WORK_CONCEPTS } from "./work-concepts.ts";

/** Readable, and without what stands before the property where a name is a path: `film__film__genre`. */
export function propertyName(name: string): string {
  const last = name.split("__").findLast((part) => part !== "") ?? name;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const PLACES = "place city country region building river mountain";

/** Places, organisations, and when things began. */
const PLACE_CONCEPTS: readonly Concept[] = [
  {
    id: "location",
    nouns: "location, place, site, region, setting",
    undergoes: "lie, locate, situate, stand, sit",
    happens: "lie, locate, situate, be, stand, hold, take place, sit",
    asked: "where",
    prepositions: "in, at, on, of, within",
    starts: `${PLACES} company school team thing`,
    ends: PLACES,
    names:
      "located in, location of, lies in, situated in, is in, contained by, part of, located at, located on, in, containedby",
    reverse: "contains, has part, location contains",
  },
  {
    id: "country",
    nouns: "country, nation, state",
    undergoes: "lie, locate, situate",
    prepositions: "in, of, from",
    starts: `${PLACES} company school person film team`,
    ends: "country",
    names: "located in country, in country, country of origin",
  },
  {
    id: "continent",
    nouns: "continent",
    undergoes: "lie, locate",
    prepositions: "in, of, on",
    starts: "country place",
    ends: "region place",
    names: "in continent, on continent",
  },
  {
    id: "capital",
    nouns: "capital, capital city",
    starts: "country region",
    ends: "city",
    reverse: "capital of",
  },
  {
    id: "currency",
    nouns: "currency, money",
    undergoes: "use",
    starts: "country",
    ends: "thing",
  },
  {
    id: "border",
    nouns: "neighbour, neighbor, neighbouring country, neighboring country, bordering country",
    undergoes: "border, neighbour, neighbor, adjoin, touch",
    starts: "country region",
    ends: "country region",
    names: "borders, shares border with, borders with, adjoins, bordered by",
    symmetric: true,
  },
  {
    id: "population",
    nouns: "population, inhabitant, number of inhabitants",
    starts: PLACES,
    ends: "number",
  },
  { id: "area", nouns: "area, surface, size, surface area", starts: PLACES, ends: "number" },
  {
    id: "height",
    nouns: "height, elevation, altitude",
    starts: "mountain building person place",
    ends: "number",
  },
  { id: "length", nouns: "length", starts: "river building film", ends: "number" },
  { id: "depth", nouns: "depth", starts: "river place", ends: "number" },
  {
    id: "mouth",
    nouns: "mouth, river mouth",
    undergoes: "flow, run, empty, drain",
    happens: "flow, end",
    asked: "where",
    starts: "river",
    ends: "river place",
    names: "flows into, empties into, drains into",
  },
  {
    id: "crosses",
    nouns: "crossing",
    undergoes: "flow, run, cross, pass",
    starts: "river building",
    ends: PLACES,
    names: "flows through, crosses, runs through, passes through",
  },
  {
    id: "founder",
    nouns: "founder, co-founder",
    does: "found, establish, create, start, set up",
    starts: "company school city team thing",
    ends: "person",
  },
  {
    id: "founding-date",
    nouns:
      "founding date, founding year, foundation date, year of foundation, date of foundation, foundation",
    undergoes: "found, establish",
    happens: "found, establish, create, start",
    asked: "when",
    starts: `company school team ${PLACES}`,
    ends: "date",
    names: "founded, founded in, established, inception, founded on, year founded",
  },
  {
    id: "opening-date",
    nouns: "opening date, opening year, completion date, construction date, year built",
    undergoes: "build, open, complete, construct",
    happens: "build, open, complete, construct",
    asked: "when",
    starts: "building place thing",
    ends: "date",
    names: "built, opened, completed, built in, opened in, completed in",
  },
  {
    id: "leader",
    nouns:
      "leader, head, president, ceo, chief executive, mayor, ruler, king, queen, prime minister, chairman, boss",
    does: "lead, head, rule, govern, run",
    starts: "country city company party team",
    ends: "person",
    reverse: "leader of, president of, head of, mayor of, ruler of, king of",
  },
  {
    id: "headquarters",
    nouns: "headquarters, headquarter, head office, seat",
    undergoes: "base, headquarter",
    happens: "base, headquarter",
    asked: "where",
    prepositions: "in, from",
    starts: "company",
    ends: "city place country",
    names: "based in, headquartered in, headquarters location",
  },
  {
    id: "member",
    nouns: "member, player",
    back: "team, club, band, group, organisation, organization",
    undergoes: "include",
    starts: "team company party thing",
    ends: "person country",
    reverse: "member of, plays for, played for, team, band",
  },
  {
    id: "owner",
    nouns: "owner, proprietor",
    does: "own, possess",
    starts: "company building team thing",
    ends: "person company",
    reverse: "owner of, owns",
  },
  {
    id: "inventor",
    nouns: "inventor, discoverer, developer",
    does: "invent, discover, develop",
    starts: "thing work game",
    ends: "person company",
  },
];

const CONCEPTS: readonly Concept[] = [...PEOPLE_CONCEPTS, ...WORK_CONCEPTS, ...PLACE_CONCEPTS];

/** What the name of a relation says. */
interface ConceptOfName {
  readonly concept: Concept;
  /** The relation runs from the concept's end to its start: `director_of`, `acted_in`. */
  readonly reverse: boolean;
  /** 0 where the name says it plainly. */
  readonly cost: number;
}

/** Keys of the phrases of a list. */
function keysOf(list: string | undefined): readonly string[] {
  if (list === undefined) return [];
  return list.split(",").map((each) => phraseKey(each.trim().split(" ")));
}

/** Lower ranks speak first: what is listed, then nouns, then verbs. */
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

/** What English knows of a relation with this name (words folded): the whole name, else without words that say nothing, else its last noun. */
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
