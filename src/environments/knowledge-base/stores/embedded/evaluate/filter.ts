import type { Comparison, Program, Step } from "../../../program/program.ts";
import { type ComparableValue, comparableValue, compareValues } from "../../../term/comparable-value.ts";
import { type Attribute, followStep } from "./edges.ts";
import { NODE, QUOTED, type TermSpace } from "./term-space.ts";
import { placeOf, type SortedValues, type ValueColumns } from "./value-columns.ts";
import { IdBits, type IdSet, intersect, NO_IDS, sortedUnique, type Work } from "./work.ts";

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

export type Filter = Extract<Program, { op: "filter" }>;

const PIECE = 2_048;

/** Members of which some value passes, read off each. */
export async function filterMembers(
  set: IdSet,
  attribute: Attribute,
  passes: (end: number) => boolean,
  work: Work,
): Promise<IdSet> {
  const out = new Uint32Array(set.length);
  let size = 0;
  await work.inPieces(set.length, PIECE, (low, high) => {
    for (let i = low; i < high; i++) {
      if (attribute.some(set[i] as number, passes)) out[size++] = set[i] as number;
    }
  });
  return out.slice(0, size);
}

/** The test of a filter for one value; the same as in `naive-set.ts`. */
export function filterTest(space: TermSpace, attribute: Attribute, filter: Filter): (end: number) => boolean {
  const { comparison, value } = filter;
  if (comparison === "contains") {
    const text = value.kind === "literal" ? value.value.toLowerCase() : undefined;
    return (end) => {
      if (text === undefined || (space.kind(end) & (NODE | QUOTED)) !== 0) return false;
      const term = space.term(end);
      return term.kind === "literal" && term.value.toLowerCase().includes(text);
    };
  }
  const wanted = comparableValue(value);
  const id = space.idOf(value);
  return (end) => {
    const own = wanted === undefined ? undefined : attribute.value(end);
    const order = own === undefined || wanted === undefined ? undefined : compareValues(own, wanted);
    return order === undefined ? EQUALITY[comparison]?.(end === id) === true : ORDER[comparison](order);
  };
}

const EQUALITY: Readonly<Partial<Record<Comparison, (equal: boolean) => boolean>>> = {
  "=": (equal) => equal,
  "!=": (equal) => !equal,
};
const ORDER: Readonly<Record<Exclude<Comparison, "contains">, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** Members that lead to one very term, found from its side. */
export async function membersWith(
  space: TermSpace,
  set: IdSet,
  attribute: Attribute,
  id: number,
  work: Work,
): Promise<IdSet> {
  let reached: IdSet = Uint32Array.of(id);
  for (const { predicate, inverse } of attribute.steps?.toReversed() ?? []) {
    reached = await followStep(space.table, space.known(reached), { predicate, inverse: !inverse }, work);
  }
  return attribute.steps === undefined ? NO_IDS : intersect(set, reached);
}

/** Members whose number or date stands in a range, from a sorted column; undefined for comparisons that are no range. */
export async function membersInRange(
  set: IdSet,
  filter: Filter,
  columns: ValueColumns,
  column: { readonly predicate: number; readonly declared: "number" | "date" | undefined },
  work: Work,
): Promise<IdSet | undefined> {
  const value = comparableValue(filter.value);
  const range = value === undefined ? undefined : RANGES[filter.comparison];
  if (value === undefined || range === undefined) return undefined;
  const { numbers, dates } = await columns.column(column.predicate, column.declared, work);
  const sorted = value.kind === "number" ? numbers : dates;
  const [from, to] = range(sorted, placeOf(sorted, value, false), placeOf(sorted, value, true));
  const inRange = sorted.subjects.slice(sorted.starts[from] as number, sorted.starts[to] as number);
  return intersect(set, sortedUnique(inRange));
}

type Range = (sorted: SortedValues, first: number, after: number) => readonly [from: number, to: number];
const RANGES: Readonly<Partial<Record<Comparison, Range>>> = {
  "=": (_, first, after) => [first, after],
  "<": (_, first) => [0, first],
  "<=": (_, _first, after) => [0, after],
  ">": ({ size }, _, after) => [after, size],
  ">=": ({ size }, first) => [first, size],
};

export function singleForward(path: readonly Step[]): boolean {
  return path.length === 1 && path[0]?.inverse === false;
}
