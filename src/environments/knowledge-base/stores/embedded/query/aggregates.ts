import type { Term } from "../../../term/term.ts";
import { add, divide, type NumericValue, numeric, numericTerm } from "./expressions/numeric-value.ts";
import { orderTerms } from "./expressions/order-terms.ts";

export interface Aggregate {
  /** A value that could not be computed is undefined; `whole` counts solutions instead of values. */
  add(value: Term | undefined, whole: boolean): void;
  /** Undefined where the aggregate is an error. */
  value(): Term | undefined;
}

const ZERO: NumericValue = { number: 0, type: "integer" };

export function aggregateOf(name: string, separator = " "): Aggregate {
  switch (name) {
    case "count":
      return count();
    case "sum":
      return sums((sum) => sum);
    case "avg":
      return sums((sum, size) => (size === 0 ? ZERO : divide(sum, { number: size, type: "integer" })));
    case "min":
      return extreme(-1);
    case "max":
      return extreme(1);
    case "group_concat":
      return concatenation(separator);
    default:
      return sample();
  }
}

function count(): Aggregate {
  let size = 0;
  return {
    add(value, whole) {
      if (whole || value !== undefined) size++;
    },
    value: () => numericTerm({ number: size, type: "integer" }),
  };
}

function sums(finish: (sum: NumericValue, size: number) => NumericValue | undefined): Aggregate {
  let sum: NumericValue | undefined = ZERO;
  let size = 0;
  return {
    add(value) {
      const next = value === undefined ? undefined : numeric(value);
      sum = sum === undefined || next === undefined ? undefined : add(sum, next);
      size++;
    },
    value() {
      const result = sum === undefined ? undefined : finish(sum, size);
      return result === undefined ? undefined : numericTerm(result);
    },
  };
}

function extreme(sign: 1 | -1): Aggregate {
  let best: Term | undefined;
  let failed = false;
  return {
    add(value) {
      if (value === undefined) failed = true;
      else if (best === undefined || sign * orderTerms(value, best) > 0) best = value;
    },
    value: () => (failed ? undefined : best),
  };
}

function sample(): Aggregate {
  let first: Term | undefined;
  return {
    add(value) {
      first ??= value;
    },
    value: () => first,
  };
}

function concatenation(separator: string): Aggregate {
  const texts: string[] = [];
  let failed = false;
  return {
    add(value) {
      if (value === undefined || value.kind === "blank" || value.kind === "triple") failed = true;
      else texts.push(value.value);
    },
    value: () => (failed ? undefined : { kind: "literal", value: texts.join(separator) }),
  };
}
