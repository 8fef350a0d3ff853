import { addExactMatches, idsWithKey } from "./exact-search.ts";
import { GramSearch } from "./grams.ts";
import { type NearQuery, nearScore, typoScore } from "./near-score.ts";
import { countAt, keyAt, type Segment, SHORT_LENGTH, segmentSize, valueAt } from "./segment.ts";
import { rankMatches, type SegmentMatch } from "./segment-match.ts";

/** Less similar values are not returned by a search of all segments. */
const LEAST_SCORE = 0.5;
/** Share of edited characters beyond which no typo score reaches `LEAST_SCORE`. */
const FARTHEST_TYPO = 0.45;
/** Candidates of all segments together; each segment gives some. */
const CANDIDATES = 1_500;
const CANDIDATES_PER_SEGMENT = { least: 12, most: 400 };
/** Candidates compared by edits, and the best of them compared word by word. */
const COMPARED = 800;
const COMPARED_BY_WORDS = 120;
/** Greatest number of letters that are tried as initials. */
const LONGEST_INITIALS = 12;
/** Segments up to this size are compared value by value. */
const SMALL_SEGMENT = 3_000;

interface Draft<Source> {
  readonly segment: Segment<Source>;
  readonly id: number;
  /** Estimate before the comparison, 0 to 1. */
  readonly promise: number;
}

interface Candidate<Source> extends Draft<Source> {
  readonly key: string;
  readonly typo: number;
}

/** Searches similar values in the segments of one index. Keeps scratch memory, so it is made once per index. */
export class FuzzySearch<Source> {
  readonly #grams = new GramSearch();
  readonly #compareSources: (a: SegmentMatch<Source>, b: SegmentMatch<Source>) => number;

  /** `compareSources` orders matches that differ only in their source. */
  constructor(compareSources: (a: Source, b: Source) => number) {
    this.#compareSources = (a, b) => compareSources(a.source, b.source);
  }

  /** Similar values of all segments, best first; only scores of 0.5 or more. */
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
    const { least, most } = CANDIDATES_PER_SEGMENT;
    const texts = segments.filter(({ facts }) => !facts.numeric);
    const share = Math.min(most, Math.max(least, Math.floor(CANDIDATES / Math.max(1, texts.length))));
    for (const segment of texts) this.#addNear(segment, query, share, drafts);
    drafts.sort((a, b) => b.promise - a.promise);
    const candidates = distinct(drafts, COMPARED).map((draft) => compared(draft, query, FARTHEST_TYPO));
    matches.push(...scored(candidates, query, LEAST_SCORE));
    return rankMatches(matches, limit, this.#compareSources);
  }

  /** The most similar values of one segment, best first, whatever their score; of numbers only the equal ones. */
  inOne(segment: Segment<Source>, query: NearQuery, limit: number): readonly SegmentMatch<Source>[] {
    if (segment.facts.numeric) {
      const matches: SegmentMatch<Source>[] = [];
      addExactMatches(segment, query.exact, matches);
      return rankMatches(matches, limit, this.#compareSources);
    }
    const drafts: Draft<Source>[] = [];
    addByKey(segment, query, CANDIDATES_PER_SEGMENT.most, drafts);
    this.#addNear(segment, query, CANDIDATES_PER_SEGMENT.most, drafts);
    if (segmentSize(segment) <= SMALL_SEGMENT) {
      for (let id = 0; id < segmentSize(segment); id++) drafts.push({ segment, id, promise: 0 });
    }
    const candidates = distinct(drafts, drafts.length).map((draft) => compared(draft, query, 1));
    return rankMatches(scored(candidates, query, 0), limit, this.#compareSources);
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
}

/** Adds values with the query's key, and pairs where one is the initials of the other. */
function addByKey<Source>(
  segment: Segment<Source>,
  query: NearQuery,
  most: number,
  into: Draft<Source>[],
): void {
  for (const id of idsWithKey(segment, query.folded, query.foldedHash)) {
    into.push({ segment, id, promise: 1 });
  }
  for (const { letters, hash } of query.initials) {
    for (const id of idsWithKey(segment, letters, hash)) into.push({ segment, id, promise: 1 });
  }
  if (query.joined.length < 2 || query.joined.length > LONGEST_INITIALS) return;
  let added = 0;
  for (const id of idsWithInitials(segment, query.joinedHash)) {
    if (added++ === most) return;
    into.push({ segment, id, promise: 1 });
  }
}

/** The first `most` drafts, each value of a segment once. */
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

/** Values whose words' initials have this `hashText`, such as `sss` for State Special School. The ranking weeds out rare collisions. */
function idsWithInitials(segment: Segment, hash: number): Iterable<number> {
  const { initialHashes, initialIds } = segment.arrays;
  let [low, high] = [0, initialHashes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((initialHashes[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < initialHashes.length && initialHashes[end] === hash) end++;
  return initialIds.subarray(low, end);
}

/** Up to this many short values, comparing each is quicker than trying all edits. */
const COMPARED_EACH = 400;

/** Values of at most four characters that are at most one edit away from a query of at most five: too short for common trigrams. */
function shortNeighbours(segment: Segment, query: NearQuery): readonly number[] {
  const { shortIds } = segment.arrays;
  if (query.folded.length > SHORT_LENGTH + 1 || shortIds.length === 0) return [];
  if (shortIds.length <= COMPARED_EACH) {
    return [...shortIds].filter((id) => query.distance(keyAt(segment, id), 1) <= 1);
  }
  const ids: number[] = [];
  for (const edited of singleEdits(query.folded, segment.facts.shortAlphabet)) {
    for (const id of idsWithKey(segment, edited)) ids.push(id);
  }
  return ids;
}

function singleEdits(text: string, alphabet: string): ReadonlySet<string> {
  const edits = new Set<string>();
  const letters = [...alphabet];
  for (let i = 0; i <= text.length; i++) {
    const [head, tail] = [text.slice(0, i), text.slice(i)];
    for (const letter of letters) edits.add(head + letter + tail);
    if (tail === "") continue;
    edits.add(head + tail.slice(1));
    for (const letter of letters) edits.add(head + letter + tail.slice(1));
    if (tail.length > 1) edits.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`);
  }
  edits.delete(text);
  return edits;
}
