import { type ComparableValue, compareValues } from "../../../term/comparable-value.ts";
import { comparedBy } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

const SORTED_VALUES_PIECE = 16_384;

/** Subjects of one predicate in the order of its values of one kind: those of the value at place `v` stand at `starts[v]` to `starts[v + 1]`. */
export interface SortedValues {
  /** Distinct values, ascending. */
  readonly size: number;
  readonly starts: Uint32Array;
  readonly subjects: Uint32Array<ArrayBuffer>;
  /** Negative, zero or positive: the value at a place beside another of the same kind. */
  compare(place: number, value: ComparableValue): number;
}

async function sortedNumbers(subjects: Uint32Array, keys: Float64Array, work: Work): Promise<SortedValues> {
  const values = keys.slice().sort();
  let size = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (size === 0 || values[size - 1] !== value) values[size++] = value;
  }
  const ranks = new Uint32Array(keys.length);
  await work.inPieces(keys.length, SORTED_VALUES_PIECE, (low, high) => {
    for (let i = low; i < high; i++) ranks[i] = rankOf(values, size, keys[i] as number);
  });
  return {
    size,
    ...byRank(subjects, ranks, size),
    compare: (place, value) => compareValues({ kind: "number", number: values[place] as number }, value) ?? 0,
  };
}

function sortedDates(subjects: Uint32Array, texts: readonly string[]): SortedValues {
  const values = [...new Set(texts)].map((text) => ({ kind: "date" as const, text }));
  values.sort((a, b) => compareValues(a, b) ?? 0);
  const places = new Map(values.map(({ text }, place) => [text, place]));
  const ranks = Uint32Array.from(texts, (text) => places.get(text) ?? 0);
  return {
    size: values.length,
    ...byRank(subjects, ranks, values.length),
    compare: (place, value) => compareValues(values[place] as ComparableValue, value) ?? 0,
  };
}

/** The first place whose value is not below `value`, or with `above` the first whose value is above it. */
export function placeOf(sorted: SortedValues, value: ComparableValue, above: boolean): number {
  let [low, high] = [0, sorted.size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = sorted.compare(middle, value);
    if (order < 0 || (above && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rankOf(values: Float64Array, size: number, key: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byRank(subjects: Uint32Array, ranks: Uint32Array, size: number) {
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < ranks.length; i++) {
    const next = (ranks[i] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let rank = 0; rank < size; rank++)
    starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  const next = starts.slice();
  const ordered = new Uint32Array(subjects.length);
  for (let i = 0; i < subjects.length; i++) {
    const rank = ranks[i] as number;
    ordered[next[rank] as number] = subjects[i] as number;
    next[rank] = (next[rank] as number) + 1;
  }
  return { starts, subjects: ordered };
}

/** The values of one predicate, sorted. */
export interface ValueColumn {
  readonly numbers: SortedValues;
  readonly dates: SortedValues;
}

const PIECE = 8_192;

/**
 * Sorted columns of predicates, made when first needed and kept: 12 to 20 bytes per value. Finding an extreme or a range in them takes no
 * longer for a large set than for a small one.
 */
export class ValueColumns {
  readonly #space: TermSpace;
  readonly #columns = new Map<number, ValueColumn>();

  constructor(space: TermSpace) {
    this.#space = space;
  }

  /** Whether a column serves a set of `members` better than reading the value of each. */
  worthwhile(predicate: number, members: number): boolean {
    const { offsets } = this.#space.table.byPredicate;
    const pairs = (offsets[predicate + 1] as number) - (offsets[predicate] as number);
    return members > 1_000 && (this.#columns.has(predicate) || members * 8 > pairs);
  }

  async column(predicate: number, declared: "number" | "date" | undefined, work: Work): Promise<ValueColumn> {
    const known = this.#columns.get(predicate);
    if (known !== undefined) return known;
    const column = await this.#read(predicate, declared, work);
    this.#columns.set(predicate, column);
    return column;
  }

  async #read(predicate: number, declared: "number" | "date" | undefined, work: Work): Promise<ValueColumn> {
    const space = this.#space;
    const { offsets, subjects, objects } = space.table.byPredicate;
    const start = offsets[predicate] as number;
    const pairs = (offsets[predicate + 1] as number) - start;
    const withNumber = new Uint32Array(pairs);
    const numbers = new Float64Array(pairs);
    let size = 0;
    const withDate: number[] = [];
    const dates: string[] = [];
    await work.inPieces(pairs, PIECE, (low, high) => {
      for (let at = start + low; at < start + high; at++) {
        const value = comparedBy(space, objects[at] as number, declared);
        if (value?.kind === "number") {
          withNumber[size] = subjects[at] as number;
          numbers[size++] = value.number;
        } else if (value !== undefined) {
          withDate.push(subjects[at] as number);
          dates.push(value.text);
        }
      }
    });
    return {
      numbers: await sortedNumbers(withNumber.subarray(0, size), numbers.subarray(0, size), work),
      dates: sortedDates(Uint32Array.from(withDate), dates),
    };
  }
}
