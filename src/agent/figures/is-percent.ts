import type { SourceTerm } from "./source-term.ts";

/** True where a source comes to per cent as it stands: shares, changes, and what is added to or taken from them. */
export function isPercent(term: SourceTerm): boolean {
  switch (term.type) {
    case "negation":
      return isPercent(term.operand);
    case "calculation":
      return (
        (term.operator === "+" || term.operator === "-") && (isPercent(term.left) || isPercent(term.right))
      );
    case "call":
      if (term.name === "share" || term.name === "change") return true;
      return (
        (term.name === "sum" || term.name === "min" || term.name === "max") && term.operands.every(isPercent)
      );
    default:
      return false;
  }
}
