import type { Term } from "../../../term/term.ts";
import { add, divide, type NumericValue, numeric, numericTerm } from "./expressions/numeric-value.ts";
import { orderTerms } from "./expressions/order-terms.ts";
import type { Held, QueryWork } from "./query-work.ts";

export interface Aggregate {
  /** A value that could not be computed is undefined; `whole` counts solutions instead of values. */
  add(value: Term | undefined, whole: boolean): void;
  /** Undefined where the aggregate is an error. */
  value(): Term | undefined;
}

const ZERO: NumericValue = { number: 0, type: "integer" };

/** `work` is told of the text that a GROUP_CONCAT makes, `held` of what it keeps. */
export function aggregateOf(name: string, work: QueryWork, held: Held, separator = " "): Aggregate {
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
      return concatenation(separator, work, held);
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

/** Bytes of a text in a list, beside its characters. */
const KEPT = 40;

function concatenation(separator: string, work: QueryWork, held: Held): Aggregate {
  const texts: string[] = [];
  let size = 0;
  let failed = false;
  return {
    add(value) {
      if (failed) return;
      if (value === undefined || value.kind === "blank" || value.kind === "triple") {
        failed = true;
        return;
      }
      texts.push(value.value);
      held.add(KEPT + value.value.length);
      size += value.value.length + separator.length;
      work.bound(size);
    },
    value: () => (failed ? undefined : { kind: "literal", value: texts.join(separator) }),
  };
}
