import { phraseKey } from "../question/word-key.ts";
import type { Concept } from "./concept.ts";
import { PEOPLE_CONCEPTS } from "./people-concepts.ts";
import { PLACE_CONCEPTS } from "./place-concepts.ts";
import { WORK_CONCEPTS } from "./work-concepts.ts";

const CONCEPTS: readonly Concept[] = [...PEOPLE_CONCEPTS, ...WORK_CONCEPTS, ...PLACE_CONCEPTS];

/** What the name of a relation says. */
export interface ConceptOfName {
  readonly concept: Concept;
  /** The relation runs from the concept's end to its start: `director_of`, `acted_in`. */
  readonly reverse: boolean;
  /** 0 where the name says it plainly. */
  readonly cost: number;
}

/** Keys of the phrases of a list. */
export function keysOf(list: string | undefined): readonly string[] {
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
