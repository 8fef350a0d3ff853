import { compare, type Decimal, decimalOf } from "./decimal.ts";
import type { SourceTerm } from "./source-term.ts";

/** How names of columns say that they count in thousands, millions or billions. */
const COUNTS_IN: ReadonlyMap<bigint, RegExp> = new Map([
  [1000n, /thousand|thsd|_k$|\(k\)/iu],
  [1_000_000n, /million|mio|mill\b|_mn?$|\(mn?\)/iu],
  [1_000_000_000n, /billion|_bn$|\(bn\)/iu],
]);

/** True where a source comes to what a word such as "million" counts: it divides by as much, or its columns are named so. */
export function isScaled(term: SourceTerm, scale: Decimal): boolean {
  switch (term.type) {
    case "reference":
      return COUNTS_IN.get(scale.units)?.test(term.column ?? "") === true;
    case "calculation":
      return term.operator === "/" && isNumber(term.right, scale)
        ? true
        : isScaled(term.left, scale) || (term.operator !== "/" && isScaled(term.right, scale));
    case "negation":
      return isScaled(term.operand, scale);
    case "call":
      return KEEPS_UNIT.has(term.name) && term.operands.some((operand) => isScaled(operand, scale));
    default:
      return false;
  }
}

const KEEPS_UNIT: ReadonlySet<string> = new Set(["sum", "mean", "median", "min", "max"]);

function isNumber(term: SourceTerm, wanted: Decimal): boolean {
  if (term.type !== "number") return false;
  const number = decimalOf(term.digits);
  return number !== undefined && compare(number, wanted) === 0;
}
