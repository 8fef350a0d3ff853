import type { Comparison, Program, Step } from "../../program/program.ts";
import { declaredKind } from "../../sparql/value-tests.ts";
import { attributeValue } from "../../term/attribute-value.ts";
import { type ComparableValue, comparableValue, compareValues } from "../../term/comparable-value.ts";
import type { Term } from "../../term/term.ts";
import { termText } from "../../term/term-text.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";

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
