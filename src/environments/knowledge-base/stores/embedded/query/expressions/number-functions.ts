import type { Term } from "../../../../term/term.ts";
import { compareTerms, equalTerms } from "./compare-terms.ts";
import { booleanTerm, effectiveBoolean } from "./effective-boolean.ts";
import { add, divide, multiply, type NumericValue, numeric, numericTerm, subtract } from "./numeric-value.ts";
import type { SparqlFunction } from "./sparql-function.ts";

type Combine = (a: NumericValue, b: NumericValue) => NumericValue | undefined;

const arithmetic =
  (combine: Combine): SparqlFunction =>
  ([a, b]) => {
    const [left, right] = [a && numeric(a), b && numeric(b)];
    const result = left && right && combine(left, right);
    return result && numericTerm(result);
  };

const rounded =
  (round: (number: number) => number): SparqlFunction =>
  ([value]) => {
    const known = value && numeric(value);
    return known && numericTerm({ ...known, number: round(known.number) });
  };

const ordered =
  (holds: (order: number) => boolean): SparqlFunction =>
  ([a, b]) => {
    const order = a && b && compareTerms(a, b);
    return order === undefined ? undefined : booleanTerm(holds(order));
  };

const equality =
  (wanted: boolean): SparqlFunction =>
  ([a, b]: readonly Term[]) => {
    const equal = a && b && equalTerms(a, b);
    return equal === undefined ? undefined : booleanTerm(equal === wanted);
  };

/** Comparison and arithmetic. `-` alone and `+` alone come as `uminus` and `uplus`. */
export const numberFunctions: Readonly<Record<string, SparqlFunction>> = {
  "=": equality(true),
  "!=": equality(false),
  "<": ordered((order) => order < 0),
  "<=": ordered((order) => order <= 0),
  ">": ordered((order) => order > 0),
  ">=": ordered((order) => order >= 0),
  "!": ([value]) => {
    const truth = effectiveBoolean(value);
    return truth === undefined ? undefined : booleanTerm(!truth);
  },
  "+": arithmetic(add),
  "-": arithmetic(subtract),
  "*": arithmetic(multiply),
  "/": arithmetic(divide),
  uplus: rounded((number) => number),
  uminus: rounded((number) => -number),
  abs: rounded(Math.abs),
  ceil: rounded(Math.ceil),
  floor: rounded(Math.floor),
  round: rounded(Math.round),
  rand: () => numericTerm({ number: Math.random(), type: "double" }),
};
