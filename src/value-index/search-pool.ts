import { type GramArrays, PostingsMerge } from "./gram-postings.ts";
import { keyAt, type Segment, segmentSize } from "./segment.ts";

/** Segments with more values are searched each for itself; all smaller ones are pooled. */
const LARGEST_POOLED = 100_000;
/** So many new segments may wait beside the pool before it is made anew. */
const WAITING = 48;

/**
 * The trigrams and short values of many small segments as if they were one, so that a search costs what the values cost and not what the
 * segments cost. Ids run through the segments one behind the other.
 */
export class SearchPool<Source> {
  readonly segments: readonly Segment<Source>[];
  readonly grams: GramArrays;
  /** Bytes per value, 255 for more: for preferring values of about the query's length. */
  readonly lengths: Uint8Array;
  /** Ids by the key of values of at most four characters. */
  readonly shorts: ReadonlyMap<string, readonly number[]>;
  readonly shortAlphabet: string;
  readonly #bases: readonly number[];

  constructor(segments: readonly Segment<Source>[]) {
    const bases: number[] = [];
    let size = 0;
    for (const segment of segments) {
      bases.push(size);
      size += segmentSize(segment);
    }
    const merge = new PostingsMerge();
    const lengths = new Uint8Array(size);
    const shorts = new Map<string, number[]>();
    const alphabet = new Set<string>();
    for (const [i, segment] of segments.entries()) {
      const base = bases[i] as number;
      merge.count(segment.arrays);
      const { offsets, shortIds } = segment.arrays;
      for (let id = 0; id < offsets.length - 1; id++) {
        lengths[base + id] = Math.min(255, (offsets[id + 1] as number) - (offsets[id] as number));
      }
      for (const letter of segment.facts.shortAlphabet) alphabet.add(letter);
      for (const id of shortIds) {
        const key = keyAt(segment, id);
        const ids = shorts.get(key);
        if (ids === undefined) shorts.set(key, [base + id]);
        else ids.push(base + id);
      }
    }
    this.segments = segments;
    this.grams = merge.finish(segments.map(({ arrays }, i) => ({ arrays, base: bases[i] as number })));
    this.lengths = lengths;
    this.shorts = shorts;
    this.shortAlphabet = [...alphabet].join("");
    this.#bases = bases;
  }

  /** Memory of the pool's arrays. */
  bytes(): number {
    return Object.values(this.grams).reduce((sum, array) => sum + array.byteLength, this.lengths.byteLength);
  }

  /** The segment of a pooled id, and the value's id there. */
  locate(pooled: number): { readonly segment: Segment<Source>; readonly id: number } {
    let [low, high] = [0, this.#bases.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#bases[middle] as number) <= pooled) low = middle;
      else high = middle - 1;
    }
    return { segment: this.segments[low] as Segment<Source>, id: pooled - (this.#bases[low] as number) };
  }
}

/** The pool for these segments and those to be searched beside it. Takes the pool there is as long as it holds nothing outdated. */
export function poolFor<Source>(
  segments: readonly Segment<Source>[],
  before: SearchPool<Source> | undefined,
): { readonly pool: SearchPool<Source> | undefined; readonly beside: readonly Segment<Source>[] } {
  const small = segments.filter((segment) => segmentSize(segment) <= LARGEST_POOLED);
  const large = segments.filter((segment) => segmentSize(segment) > LARGEST_POOLED);
  const wanted = new Set(small);
  if (before?.segments.every((segment) => wanted.has(segment)) !== false) {
    const pooled = new Set(before?.segments);
    const waiting = small.filter((segment) => !pooled.has(segment));
    if (waiting.length <= WAITING) return { pool: before, beside: [...waiting, ...large] };
  }
  return small.length <= WAITING
    ? { pool: undefined, beside: segments }
    : { pool: new SearchPool(small), beside: large };
}
