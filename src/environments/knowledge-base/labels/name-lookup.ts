import { addExactMatches, exactQuery, FOLDED_SCORE } from "../../../value-index/exact-search.ts";

import { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { nearQuery } from "../../../value-index/near-score.ts";
import { segmentSize } from "../../../value-index/segment.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import type { Term } from "../term/term.ts";
import type { NameMatch } from "../triple-store/triple-store.ts";
import { isAlias, markFactor, searchedName } from "./name-collector.ts";
import type { NameSegment, NameSource } from "./stored-names.ts";

/** Maps entity numbers to terms. */
export interface NamedNodes {
  termOf(entity: number): Term;
  weightOf(entity: number): number;
}

/** Matches below this score are dropped. */
const LEAST_SCORE = 0.5;
/** Names read per requested match: an entity's label may be less near than its alias. */
const NAMES_PER_MATCH = 2;
const MORE_NAMES = 10;
/** UTF-16 units. Once a longer text has an exact match, near names are not worth the cost of comparing it word by word. */
const LONG_TEXT = 100;

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

  /** Best first, each entity once. */
  find(text: string, limit: number): readonly NameMatch[] {
    const found = new Map<number, Omit<NameMatch, "term">>();
    const wanted = searchedName(text.trim());
    const cut = wanted !== text.trim();
    for (const match of this.#names(wanted, limit)) {
      // Long names with the same beginning cannot be distinguished, so the match is not exact.
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

  #names(text: string, limit: number): Iterable<SegmentMatch<NameSource>> {
    const names = limit * NAMES_PER_MATCH + MORE_NAMES;
    const matches: SegmentMatch<NameSource>[] = [];
    // Also finds names that contain quotes, which a near search would take for quotes around the name.
    addExactMatches(this.#segment, exactQuery(text), matches);
    if (matches.length > 0 && text.length > LONG_TEXT) return matches;
    matches.push(...this.#search.inAll([this.#segment], nearQuery(text), names));
    const byId = new Map<number, SegmentMatch<NameSource>>();
    for (const match of matches) {
      if (match.score >= LEAST_SCORE && (byId.get(match.id)?.score ?? 0) < match.score)
        byId.set(match.id, match);
    }
    return byId.values();
  }

  /** The entities with the name; if there are very many, the first, which are the best. */
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
