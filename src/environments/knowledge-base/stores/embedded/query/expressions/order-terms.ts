import { comparableValue, compareValues } from "../../../../term/comparable-value.ts";
import type { Term } from "../../../../term/term.ts";
import { termText } from "../../../../term/term-text.ts";
import { compareTerms } from "./compare-terms.ts";
import { numeric } from "./numeric-value.ts";

/** The order of ORDER BY, MIN and MAX: nothing, blank nodes, IRIs, literals; literals by value where they have one in common, else by text. */
export function orderTerms(a: Term | undefined, b: Term | undefined): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || a === undefined || b === undefined) return ranks;
  const order = compareTerms(a, b) ?? byValue(a, b);
  if (order !== undefined) return order;
  const [left, right] = [termText(a), termText(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A term with what it is ordered by, for sorting many. */
export interface SortKey {
  readonly term: Term | undefined;
  readonly number: number | undefined;
  /** Of what is no literal. */
  readonly text: string;
}

export function sortKey(term: Term | undefined): SortKey {
  const number = term === undefined ? undefined : numeric(term)?.number;
  const text = term === undefined || term.kind === "literal" ? "" : termText(term);
  return { term, number: Number.isNaN(number) ? undefined : number, text };
}

/** The same order as `orderTerms`. */
export function orderKeys(a: SortKey, b: SortKey): number {
  if (a.number !== undefined && b.number !== undefined) return a.number - b.number || 0;
  const isNamed = a.text !== "" && b.text !== "" && rank(a.term) === rank(b.term);
  if (!isNamed) return orderTerms(a.term, b.term);
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

const RANKS = { blank: 1, iri: 2, literal: 3, triple: 4 } as const;

function rank(term: Term | undefined): number {
  return term === undefined ? 0 : RANKS[term.kind];
}

function byValue(a: Term, b: Term): number | undefined {
  const [left, right] = [comparableValue(a), comparableValue(b)];
  return left === undefined || right === undefined ? undefined : compareValues(left, right);
}
