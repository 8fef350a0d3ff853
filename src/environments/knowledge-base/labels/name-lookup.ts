import { irregularCounterpart } from "../../../util/plural.ts";
import { addExactMatches, exactQuery, FOLDED_SCORE } from "../../../value-index/exact-search.ts";

import { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { nearQuery } from "../../../value-index/near-score.ts";
import { segmentSize } from "../../../value-index/segment.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import type { Term } from "../term/term.ts";
import type { NameMatch } from "../triple-store/triple-store.ts";
import { isAlias, markFactor, searchedName } from "./name-collector.ts";
import type { NameSegment, NameSource } from "./stored-names.ts";

/** What numbers of entities stand for. */
export interface NamedNodes {
  termOf(entity: number): Term;
  weightOf(entity: number): number;
}

/** What is less near is not worth telling. */
const LEAST_SCORE = 0.5;
/** Names looked at for each that is asked for: a name less near may belong to an entity as its label, a nearer one as an alias. */
const NAMES_PER_MATCH = 2;
const MORE_NAMES = 10;
/** UTF-16 units. Comparing longer texts word by word costs more than what else is near is worth, once the name itself is found. */
const LONG_TEXT = 100;
/** What singular for plural, or the other way round, leaves of a score. */
const OTHER_NUMBER = 0.97;

/** Finds entities by their names in one segment. Keeps scratch memory, so it is made once per segment. */
export class NameLookup {
  readonly #segment: NameSegment;
  readonly #nodes: NamedNodes;
  readonly #search = new FuzzySearch<NameSource>(() => 0);

  constructor(segment: NameSegment, nodes: NamedNodes) {
    this.#segment = segment;
    this.#nodes = nodes;
  }

  get names(): number {
    return segmentSize(this.#segment);
  }

  /** Best first, each entity once. `thorough` compares with all names where there are few (thousands). */
  find(text: string, limit: number, thorough: boolean): readonly NameMatch[] {
    const found = new Map<number, Omit<NameMatch, "term">>();
    const wanted = searchedName(text.trim());
    const cut = wanted !== text.trim();
    for (const match of this.#names(wanted, limit, thorough)) {
      // Two long names that begin alike are not told apart.
      const near =
        cut && match.tier === "exact" ? { ...match, tier: "folded" as const, score: FOLDED_SCORE } : match;
      for (const [entity, named] of this.#entities(near, limit)) {
        const before = found.get(entity);
        if (before === undefined || before.score < named.score) found.set(entity, named);
      }
    }
    return [...found]
      .sort(
        ([a, one], [b, other]) => other.score - one.score || (other.weight ?? 0) - (one.weight ?? 0) || a - b,
      )
      .slice(0, limit)
      .map(([entity, named]) => ({ term: this.#nodes.termOf(entity), ...named }));
  }

  #names(text: string, limit: number, thorough: boolean): Iterable<SegmentMatch<NameSource>> {
    const names = limit * NAMES_PER_MATCH + MORE_NAMES;
    const query = nearQuery(text);
    const matches: SegmentMatch<NameSource>[] = [];
    // Also finds quotes of the name's own, which a near search takes for quotes around it.
    addExactMatches(this.#segment, exactQuery(text), matches);
    if (matches.length > 0 && text.length > LONG_TEXT) return matches;
    if (thorough) {
      matches.push(...this.#search.inOne(this.#segment, query, names));
      for (const match of this.#inOtherNumber(query.words, names)) matches.push(match);
    } else matches.push(...this.#search.inAll([this.#segment], query, names));
    const byId = new Map<number, SegmentMatch<NameSource>>();
    for (const match of matches) {
      if (match.score >= LEAST_SCORE && (byId.get(match.id)?.score ?? 0) < match.score)
        byId.set(match.id, match);
    }
    return byId.values();
  }

  /** With the last word in its irregular singular or plural ("people", "person"), which shares no letters to be found by. */
  #inOtherNumber(words: readonly string[], names: number): readonly SegmentMatch<NameSource>[] {
    const other = irregularCounterpart(words.at(-1) ?? "");
    if (other === undefined) return [];
    const query = nearQuery([...words.slice(0, -1), other].join(" "));
    return this.#search.inOne(this.#segment, query, names).map((match) => {
      const tier = match.tier === "exact" || match.tier === "folded" ? "words" : match.tier;
      return { ...match, tier, score: match.score * OTHER_NUMBER };
    });
  }

  /** The entities that have the name; of very many the first ones, which are the best. */
  *#entities(
    { id, value, tier, score }: SegmentMatch<NameSource>,
    limit: number,
  ): Iterable<[entity: number, named: Omit<NameMatch, "term">]> {
    const { starts, entities, marks } = this.#segment.beside;
    const start = starts[id] as number;
    const end = Math.min(starts[id + 1] as number, start + limit);
    for (let i = start; i < end; i++) {
      const [entity, mark] = [entities[i] as number, marks[i] as number];
      const weight = this.#nodes.weightOf(entity);
      yield [entity, { name: value, alias: isAlias(mark), tier, score: score * markFactor(mark), weight }];
    }
  }
}
