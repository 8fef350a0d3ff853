import type { ComparableValue } from "../../../term/comparable-value.ts";
import { compareValues } from "../../../term/comparable-value.ts";
import type { Attribute } from "./attribute.ts";
import { IdBits } from "./id-bits.ts";
import { type IdSet, NO_IDS, sortedUnique } from "./id-set.ts";
import type { SortedValues } from "./sorted-values.ts";
import type { Work } from "./work.ts";

const PIECE = 2_048;

/** Members with the greatest (`sign` 1) or least (-1) value, read off each; numbers before dates. */
export async function extremeMembers(
  set: IdSet,
  attribute: Attribute,
  sign: 1 | -1,
  work: Work,
): Promise<IdSet> {
  const best = { number: new Best(sign), date: new Best(sign) };
  await work.inPieces(set.length, PIECE, (low, high) => {
    for (let i = low; i < high; i++) {
      const member = set[i] as number;
      attribute.some(member, (end) => {
        const value = attribute.value(end);
        if (value !== undefined) best[value.kind].offer(member, value);
        return false;
      });
    }
  });
  return (best.number.members.length > 0 ? best.number : best.date).ids();
}

class Best {
  readonly #sign: 1 | -1;
  #value: ComparableValue | undefined;
  members: number[] = [];

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  offer(member: number, value: ComparableValue): void {
    const order = this.#value === undefined ? 1 : this.#sign * (compareValues(value, this.#value) ?? 0);
    if (order < 0) return;
    if (order > 0) {
      this.#value = value;
      this.members = [member];
    } else if (this.members.at(-1) !== member) this.members.push(member);
  }

  ids(): IdSet {
    return sortedUnique(Uint32Array.from(this.members));
  }
}

/** The same from sorted columns: from the end until a member comes. `limit` is above all numbers of terms. */
export async function extremeInColumn(
  set: IdSet,
  columns: readonly SortedValues[],
  sign: 1 | -1,
  limit: number,
  work: Work,
): Promise<IdSet> {
  const members = IdBits.of(set, limit);
  for (const { size, starts, subjects } of columns) {
    const found: number[] = [];
    await work.inPieces(size, PIECE, (low, high) => {
      for (let i = low; i < high && found.length === 0; i++) {
        const place = sign > 0 ? size - 1 - i : i;
        const end = starts[place + 1] as number;
        for (let at = starts[place] as number; at < end; at++) {
          if (members.has(subjects[at] as number)) found.push(subjects[at] as number);
        }
      }
    });
    if (found.length > 0) return sortedUnique(Uint32Array.from(found));
  }
  return NO_IDS;
}
