import { comparableValue, compareValues } from "../../../../term/comparable-value.ts";
import type { Term } from "../../../../term/term.ts";
import { termText } from "../../../../term/term-text.ts";
import { compareTerms } from "./compare-terms.ts";

/** The order of ORDER BY, MIN and MAX: nothing, blank nodes, IRIs, literals; literals by value where they have one in common, else by text. */
export function orderTerms(a: Term | undefined, b: Term | undefined): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || a === undefined || b === undefined) return ranks;
  const order = compareTerms(a, b) ?? byValue(a, b);
  if (order !== undefined) return order;
  const [left, right] = [termText(a), termText(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const RANKS = { blank: 1, iri: 2, literal: 3, triple: 4 } as const;

function rank(term: Term | undefined): number {
  return term === undefined ? 0 : RANKS[term.kind];
}

function byValue(a: Term, b: Term): number | undefined {
  const [left, right] = [comparableValue(a), comparableValue(b)];
  return left === undefined || right === undefined ? undefined : compareValues(left, right);
}
