import type { LexicalRules } from "./lexical-rules.ts";

/** How tightly operators bind, loosest first. SQLite's order where dialects differ among operators that give values. */
export const power = {
  or: 1,
  xor: 2,
  and: 3,
  not: 4,
  comparison: 5,
  order: 6,
  other: 7,
  bits: 8,
  sum: 9,
  product: 10,
  exponent: 11,
  concatenation: 12,
  collate: 13,
  prefix: 14,
  postfix: 15,
} as const;

const symbols: Readonly<Record<string, number>> = {
  "=": power.comparison,
  "==": power.comparison,
  "<>": power.comparison,
  "!=": power.comparison,
  "<=>": power.comparison,
  "<": power.order,
  "<=": power.order,
  ">": power.order,
  ">=": power.order,
  "&": power.bits,
  "|": power.bits,
  "<<": power.bits,
  ">>": power.bits,
  "+": power.sum,
  "-": power.sum,
  "*": power.product,
  "/": power.product,
  "//": power.product,
  "%": power.product,
  "^": power.exponent,
  "**": power.exponent,
  "||": power.concatenation,
  "->": power.concatenation,
  "->>": power.concatenation,
};

const noOperators = new Set([
  ",",
  ";",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ".",
  "::",
  ":",
  ":=",
  "=>",
  "!",
  "\\",
  '"',
  "`",
  "'",
]);

/** Binding power of a symbol between two operands; undefined when it is none. Operators that only some servers know bind alike. */
export function symbolPower(symbol: string, lexical: LexicalRules): number | undefined {
  if (lexical.logicalSymbols) {
    if (symbol === "||") return power.or;
    if (symbol === "&&") return power.and;
  }
  return symbols[symbol] ?? (noOperators.has(symbol) ? undefined : power.other);
}

/** Words that cannot start an operand: where one stands, the operand is missing. */
export const neverOperand: ReadonlySet<string> = new Set(
  `FROM WHERE GROUP HAVING ORDER LIMIT UNION INTERSECT EXCEPT ON USING AND OR THEN WHEN ELSE AS SELECT BETWEEN IN IS JOIN INTO ISNULL
   NOTNULL`.split(/\s+/),
);
