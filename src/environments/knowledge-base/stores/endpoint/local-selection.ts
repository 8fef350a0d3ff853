import type { Comparison, Program, Step } from "../../program/program.ts";
import { declaredKind, type QueryScope, type Superlative } from "../../sparql/program-pattern.ts";
import { topRows } from "../../sparql/queries/set-queries.ts";

import {
  attributeValue,
  type ComparableValue,
  comparableValue,
  compareValues,
} from "../../term/comparable-value.ts";
import { type Term, termText } from "../../term/term.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { WorkLimit } from "./http/sparql-client.ts";
import type { RowReader } from "./row-reader.ts";

/** Rows that are looked at, more where all of them tie. */
const FIRST_ROWS = [100, 2_000, 20_000];

/**
 * The extreme members of a large set, by its first rows in the order of their values: to compare all values with the best of them is dear on some engines.
 * Undefined where more tie than are looked at.
 */
export async function topMembers(
  node: Superlative,
  scope: QueryScope,
  reader: RowReader,
  limit: WorkLimit,
): Promise<readonly Term[] | undefined> {
  const kind = scope.deciding(node) ?? "number";
  for (const most of FIRST_ROWS) {
    const rows = await reader.rows(topRows(node, kind, most, scope), limit);
    const pairs = rows.flatMap(([x, v = x]): MemberValue[] => (x && v ? [[x, v]] : []));
    const best = extremeMembers(pairs, node, scope.vocabulary);
    if (rows.length < most || best.length < pairs.length) return best;
  }
  return undefined;
}

/** A member, and a value at the end of an attribute's path. */
export type MemberValue = readonly [member: Term, value: Term];

/** The members with the extreme value, ties kept; numbers win over dates. */
export function extremeMembers(
  pairs: readonly MemberValue[],
  { op, attribute }: { readonly op: "argmax" | "argmin"; readonly attribute: readonly Step[] },
  vocabulary: Vocabulary,
): readonly Term[] {
  const declared = declaredKind(attribute, vocabulary);
  const all = pairs.flatMap(([member, end]) => {
    const value = attributeValue(end, declared);
    return value === undefined ? [] : [{ member, value }];
  });
  const numbers = all.filter(({ value }) => value.kind === "number");
  const candidates = numbers.length > 0 ? numbers : all;
  const sign = op === "argmax" ? 1 : -1;
  const beats = (a: ComparableValue, b: ComparableValue): boolean => sign * (compareValues(a, b) ?? 0) > 0;
  const best = candidates.reduce<ComparableValue | undefined>(
    (known, { value }) => (known === undefined || beats(value, known) ? value : known),
    undefined,
  );
  return best === undefined
    ? []
    : candidates.filter(({ value }) => compareValues(value, best) === 0).map(({ member }) => member);
}

/** The members of which a value compares as the filter says. */
export function comparingMembers(
  pairs: readonly MemberValue[],
  filter: Extract<Program, { readonly op: "filter" }>,
  vocabulary: Vocabulary,
): readonly Term[] {
  const declared = declaredKind(filter.attribute, vocabulary);
  return pairs.filter(([, end]) => compares(end, filter, declared)).map(([member]) => member);
}

function compares(
  end: Term,
  { comparison, value }: { readonly comparison: Comparison; readonly value: Term },
  declared: "number" | "date" | undefined,
): boolean {
  if (comparison === "contains") {
    if (value.kind !== "literal" || end.kind !== "literal") return false;
    return end.value.toLowerCase().includes(value.value.toLowerCase());
  }
  const [left, right] = [attributeValue(end, declared), comparableValue(value)];
  const order = left === undefined || right === undefined ? undefined : compareValues(left, right);
  const equal = order === undefined ? termText(end) === termText(value) : order === 0;
  if (comparison === "=") return equal;
  if (comparison === "!=") return !equal;
  if (order === undefined) return false;
  return { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[comparison];
}
