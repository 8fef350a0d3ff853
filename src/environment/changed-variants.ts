import { forPerson, type Marked, say } from "./egress/marks.ts";

/** A query or program that the question could have meant instead of the drafted one. */
export interface Variant<Kind extends string, Query> {
  readonly kind: Kind;
  readonly query: Query;
  /** The other reading in a few words: `each member counted once`. */
  readonly reading: Marked;
}

/** A variant whose result differs from the draft's. */
export interface ChangedVariant<Kind extends string, Query> {
  readonly kind: Kind;
  readonly query: Query;
  /** For a model: `each member counted once: 291 instead of 9,156` */
  readonly text: Marked;
  /** For a person, with nothing withheld. */
  readonly whole: string;
}

/** How variants are run and their results compared. */
export interface VariantRun<Query, Result> {
  readonly drafted: Query;
  /** Time by which all must have ended, as of `Date.now`. */
  readonly until: number;
  /** A draft that takes longer has none run: each variant costs about what the draft costs. */
  readonly slowMilliseconds: number;
  /** Undefined where the query is refused or does not end in time. */
  run(query: Query): Promise<Result | undefined>;
  /** A reading that finds nothing is hardly meant. */
  isNothing(result: Result): boolean;
  isSame(one: Result, other: Result): boolean;
  differenceOf(result: Result, drafted: Result): Marked;
}

/** Runs the draft and then its variants, as long as there is time, and returns those that give another result, and each result once. */
export async function changedVariants<Kind extends string, Query, Result>(
  proposed: readonly Variant<Kind, Query>[],
  by: VariantRun<Query, Result>,
): Promise<readonly ChangedVariant<Kind, Query>[]> {
  if (proposed.length === 0) return [];
  const began = Date.now();
  const drafted = await by.run(by.drafted);
  const each = Date.now() - began;
  if (!drafted || each > by.slowMilliseconds) return [];
  const known = [drafted];
  const changed: ChangedVariant<Kind, Query>[] = [];
  for (const { kind, query, reading } of proposed) {
    if (Date.now() + each > by.until) break;
    const result = await by.run(query);
    if (!result || by.isNothing(result) || known.some((one) => by.isSame(one, result))) continue;
    known.push(result);
    const describe = () => say`${reading}: ${by.differenceOf(result, drafted)}`;
    changed.push({ kind, query, text: describe(), whole: forPerson(describe) });
  }
  return changed;
}
