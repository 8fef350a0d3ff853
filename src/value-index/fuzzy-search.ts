import { addExactMatches } from "./exact-search.ts";
import { GramSearch } from "./gram-candidates.ts";
import { idsWithInitials } from "./initials-lookup.ts";
import { idsWithHashedKey } from "./key-lookup.ts";
import type { NearQuery } from "./near-query.ts";
import { nearScore, typoScore } from "./near-score.ts";
import { nearestNumbers } from "./nearest-numbers.ts";
import { rankMatches } from "./rank-matches.ts";
import { poolFor, type SearchPool } from "./search-pool.ts";
import { countAt, keyAt, type Segment, segmentSize, valueAt } from "./segment.ts";
import type { SegmentMatch } from "./segment-match.ts";
import { pooledShortNeighbours, shortNeighbours } from "./short-neighbours.ts";

/** What is less near is not worth telling when all segments were searched. */
const LEAST_SCORE = 0.5;
/** Share of edited characters beyond which no typo score reaches that. */
const FARTHEST_TYPO = 0.45;
/** Candidates in all, shared among the segments, of which each gives some. */
const CANDIDATES = 1_500;
const CANDIDATES_PER_SEGMENT = { least: 12, most: 400 };
/** Candidates that are compared by edits, and of those the ones that are compared word by word. */
const COMPARED = 800;
const COMPARED_BY_WORDS = 120;
/** Letters; nobody abbreviates by more initials. */
const LONGEST_INITIALS = 12;
/** A segment of so many values is compared with each. */
const SMALL_SEGMENT = 3_000;

interface Draft<Source> {
  readonly segment: Segment<Source>;
  readonly id: number;
  /** How promising it is before it is looked at, 0 to 1. */
  readonly promise: number;
}

interface Candidate<Source> extends Draft<Source> {
  readonly key: string;
  readonly typo: number;
}

/** Searches near values in the segments of one index. Keeps scratch memory and a pool of small segments, so it is made once per index. */
export class FuzzySearch<Source> {
  readonly #grams = new GramSearch();
  readonly #compareSources: (a: SegmentMatch<Source>, b: SegmentMatch<Source>) => number;
  #pool: SearchPool<Source> | undefined;

  /** `compareSources` orders matches that are equal but for their sources. */
  constructor(compareSources: (a: Source, b: Source) => number) {
    this.#compareSources = (a, b) => compareSources(a.source, b.source);
  }

  /** Near values in any of the segments, best first; only those with a score of 0.5 or more. */
  inAll(
    segments: readonly Segment<Source>[],
    query: NearQuery,
    limit: number,
  ): readonly SegmentMatch<Source>[] {
    if (query.folded === "") return [];
    const matches: SegmentMatch<Source>[] = [];
    const drafts: Draft<Source>[] = [];
    for (const segment of segments) {
      if (segment.facts.numeric) addExactMatches(segment, query.exact, matches);
      else addByKey(segment, query, CANDIDATES_PER_SEGMENT.most, drafts);
    }
    const { pool, beside } = this.#prepared(segments);
    if (pool !== undefined) this.#addPooled(pool, query, drafts);
    const { least, most } = CANDIDATES_PER_SEGMENT;
    const share = Math.min(most, Math.max(least, Math.floor(CANDIDATES / Math.max(1, beside.length))));
    for (const segment of beside) this.#addNear(segment, query, share, drafts);
    drafts.sort((a, b) => b.promise - a.promise);
    const candidates = distinct(drafts, COMPARED).map((draft) => compared(draft, query, FARTHEST_TYPO));
    matches.push(...scored(candidates, query, LEAST_SCORE));
    return rankMatches(matches, limit, this.#compareSources);
  }

  /** The nearest values of one segment, best first, however far. */
  inOne(segment: Segment<Source>, query: NearQuery, limit: number): readonly SegmentMatch<Source>[] {
    if (segment.facts.numeric) return nearestNumbers(segment, query.exact, limit);
    const drafts: Draft<Source>[] = [];
    addByKey(segment, query, CANDIDATES_PER_SEGMENT.most, drafts);
    this.#addNear(segment, query, CANDIDATES_PER_SEGMENT.most, drafts);
    if (segmentSize(segment) <= SMALL_SEGMENT) {
      for (let id = 0; id < segmentSize(segment); id++) drafts.push({ segment, id, promise: 0 });
    }
    const candidates = distinct(drafts, drafts.length).map((draft) => compared(draft, query, 1));
    return rankMatches(scored(candidates, query, 0), limit, this.#compareSources);
  }

  /** Makes ready what a search in all these segments needs, so that the first one is as quick as the others. */
  prepare(segments: readonly Segment<Source>[]): void {
    this.#prepared(segments);
  }

  /** Memory that the search takes besides the segments. */
  bytes(): number {
    return this.#pool?.bytes() ?? 0;
  }

  #prepared(segments: readonly Segment<Source>[]) {
    const prepared = poolFor(
      segments.filter(({ facts }) => !facts.numeric),
      this.#pool,
    );
    this.#pool = prepared.pool;
    return prepared;
  }

  #addNear(segment: Segment<Source>, query: NearQuery, most: number, into: Draft<Source>[]): void {
    for (const id of shortNeighbours(segment, query)) into.push({ segment, id, promise: 1 });
    const { offsets } = segment.arrays;
    const source = {
      grams: segment.arrays,
      size: segmentSize(segment),
      lengthOf: (id: number) => (offsets[id + 1] as number) - (offsets[id] as number),
    };
    const { ids, shares } = this.#grams.find(source, query.grams, query.folded.length, most);
    for (const [i, id] of ids.entries()) into.push({ segment, id, promise: shares[i] as number });
  }

  #addPooled(pool: SearchPool<Source>, query: NearQuery, into: Draft<Source>[]): void {
    for (const id of pooledShortNeighbours(pool, query)) into.push({ ...pool.locate(id), promise: 1 });
    const { grams, lengths } = pool;
    const source = { grams, size: lengths.length, lengthOf: (id: number) => lengths[id] as number };
    const { ids, shares } = this.#grams.find(source, query.grams, query.folded.length, COMPARED);
    for (const [i, id] of ids.entries()) into.push({ ...pool.locate(id), promise: shares[i] as number });
  }
}

/** Values with the query's key, and those of which one is the initials of the other. */
function addByKey<Source>(
  segment: Segment<Source>,
  query: NearQuery,
  most: number,
  into: Draft<Source>[],
): void {
  for (const id of idsWithHashedKey(segment, query.folded, query.foldedHash)) {
    into.push({ segment, id, promise: 1 });
  }
  for (const { letters, hash } of query.initials) {
    for (const id of idsWithHashedKey(segment, letters, hash)) into.push({ segment, id, promise: 1 });
  }
  if (query.joined.length < 2 || query.joined.length > LONGEST_INITIALS) return;
  let added = 0;
  for (const id of idsWithInitials(segment, query.joinedHash)) {
    if (added++ === most) return;
    into.push({ segment, id, promise: 1 });
  }
}

/** The first so many drafts, each value of a segment once. */
function distinct<Source>(drafts: readonly Draft<Source>[], most: number): readonly Draft<Source>[] {
  const seen = new Map<Segment, Set<number>>();
  const kept: Draft<Source>[] = [];
  for (const draft of drafts) {
    const ids = seen.get(draft.segment) ?? new Set();
    if (ids.has(draft.id)) continue;
    seen.set(draft.segment, ids.add(draft.id));
    kept.push(draft);
    if (kept.length >= most) break;
  }
  return kept;
}

function compared<Source>(draft: Draft<Source>, query: NearQuery, most: number): Candidate<Source> {
  const key = keyAt(draft.segment, draft.id);
  const typo = typoScore(query, key, most);
  return { ...draft, key, typo, promise: Math.max(draft.promise, typo) };
}

function scored<Source>(
  candidates: readonly Candidate<Source>[],
  query: NearQuery,
  floor: number,
): readonly SegmentMatch<Source>[] {
  const matches: SegmentMatch<Source>[] = [];
  const best = [...candidates].sort((a, b) => b.promise - a.promise);
  for (const [i, { segment, id, key, typo }] of best.entries()) {
    const { score, tier } =
      i < COMPARED_BY_WORDS ? nearScore(query, key, typo) : { score: typo, tier: "typo" as const };
    if (score < floor) continue;
    const value = valueAt(segment, id);
    const same = value === query.text;
    matches.push({
      source: segment.facts.source,
      id,
      value,
      count: countAt(segment, id),
      tier: same ? "exact" : tier,
      score: same ? 1 : score,
    });
  }
  return matches;
}
