import { comparedBy } from "./attribute.ts";
import { type SortedValues, sortedDates, sortedNumbers } from "./sorted-values.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

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
