import { type ColumnSegment, countAt, keyAt, segmentSize, valueAt } from "./column-segment.ts";
import { exactMatches } from "./exact-search.ts";
import { GramSearch } from "./gram-candidates.ts";
import { idsWithInitials } from "./initials-lookup.ts";
import { idsWithKey } from "./key-lookup.ts";
import { lookupKey } from "./lookup-key.ts";
import type { NearQuery } from "./near-query.ts";
import { nearScore, typoScore } from "./near-score.ts";
import { nearestNumbers } from "./nearest-numbers.ts";
import { rankMatches } from "./rank-matches.ts";
import { shortNeighbours } from "./short-neighbours.ts";
import type { ValueMatch } from "./value-index.ts";

/** What is less near is not worth telling when all columns were searched. */
const LEAST_SCORE = 0.5;
/** Share of edited characters beyond which no typo score reaches that. */
const FARTHEST_TYPO = 0.45;
/** Candidates in all, shared among the columns, of which each gives some. */
const CANDIDATES = 1_500;
const CANDIDATES_PER_COLUMN = { least: 12, most: 400 };
/** Candidates that are compared by edits, and of those the ones that are compared word by word. */
const COMPARED = 800;
const COMPARED_BY_WORDS = 120;
/** A column of so many values is compared with each. */
const SMALL_COLUMN = 3_000;

interface Candidate {
  readonly segment: ColumnSegment;
  readonly id: number;
  readonly key: string;
  /** How promising it is before the words are compared. */
  promise: number;
  typo: number;
}

/** Searches near values in the columns of one index. Keeps scratch memory, so it is made once per index. */
export class FuzzySearch {
  readonly #grams = new GramSearch();

  /** Near values in any of the columns, best first; only those with a score of 0.5 or more. */
  inAll(segments: readonly ColumnSegment[], query: NearQuery, limit: number): readonly ValueMatch[] {
    if (query.folded === "") return [];
    const { least, most } = CANDIDATES_PER_COLUMN;
    const share = Math.min(most, Math.max(least, Math.floor(CANDIDATES / Math.max(1, segments.length))));
    const matches: ValueMatch[] = [];
    const drafts: { segment: ColumnSegment; id: number; promise: number }[] = [];
    for (const segment of segments) {
      if (segment.facts.numeric) matches.push(...exactMatches(segment, query.text));
      else this.#collect(segment, query, share, drafts);
    }
    drafts.sort((a, b) => b.promise - a.promise);
    const candidates = drafts.slice(0, COMPARED).map((draft) => compared(draft, query, FARTHEST_TYPO));
    matches.push(...scored(candidates, query, LEAST_SCORE));
    return rankMatches(matches, limit);
  }

  /** The nearest values of one column, best first, however far. */
  inOne(segment: ColumnSegment, query: NearQuery, limit: number): readonly ValueMatch[] {
    if (segment.facts.numeric) return nearestNumbers(segment, query.text, limit);
    const drafts: { segment: ColumnSegment; id: number; promise: number }[] = [];
    this.#collect(segment, query, CANDIDATES_PER_COLUMN.most, drafts);
    const seen = new Set(drafts.map(({ id }) => id));
    if (segmentSize(segment) <= SMALL_COLUMN) {
      for (let id = 0; id < segmentSize(segment); id++) {
        if (!seen.has(id)) drafts.push({ segment, id, promise: 0 });
      }
    }
    const candidates = drafts.map((draft) => compared(draft, query, 1));
    return rankMatches(scored(candidates, query, 0), limit);
  }

  #collect(
    segment: ColumnSegment,
    query: NearQuery,
    most: number,
    into: { segment: ColumnSegment; id: number; promise: number }[],
  ): void {
    const sure = new Set<number>([
      ...idsWithKey(segment, lookupKey(query.text, false)),
      ...shortNeighbours(segment, query.folded, query.distance),
      ...idsWithInitials(segment, query.joined).slice(0, most),
    ]);
    for (const letters of query.initials) for (const id of idsWithKey(segment, letters)) sure.add(id);
    for (const id of sure) into.push({ segment, id, promise: 1 });
    const { ids, shares } = this.#grams.find(segment, query.grams, query.folded.length, most);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] as number;
      if (!sure.has(id)) into.push({ segment, id, promise: shares[i] as number });
    }
  }
}

function compared(
  draft: { segment: ColumnSegment; id: number; promise: number },
  query: NearQuery,
  most: number,
): Candidate {
  const key = keyAt(draft.segment, draft.id);
  const typo = typoScore(query, key, most);
  return { ...draft, key, typo, promise: Math.max(draft.promise, typo) };
}

function scored(candidates: Candidate[], query: NearQuery, floor: number): ValueMatch[] {
  candidates.sort((a, b) => b.promise - a.promise);
  const matches: ValueMatch[] = [];
  for (const [i, { segment, id, key, typo }] of candidates.entries()) {
    const { score, tier } =
      i < COMPARED_BY_WORDS ? nearScore(query, key, typo) : { score: typo, tier: "typo" as const };
    if (score < floor) continue;
    const value = valueAt(segment, id);
    const same = value === query.text;
    matches.push({
      column: segment.facts.column,
      value,
      count: countAt(segment, id),
      tier: same ? "exact" : tier,
      score: same ? 1 : score,
    });
  }
  return matches;
}
