import type { ExpressionParser } from "./expression-parser.ts";
import type { FromSource } from "./query-tree.ts";

export type JoinKind = NonNullable<FromSource["join"]>["kind"];

export interface JoinOperator {
  readonly kind: JoinKind;
  readonly natural: boolean;
  /** Tokens that it takes. */
  readonly length: number;
}

const words: Readonly<Record<string, JoinKind>> = {
  JOIN: "inner",
  STRAIGHT_JOIN: "inner",
  INNER: "inner",
  LEFT: "left",
  RIGHT: "right",
  FULL: "full",
  CROSS: "cross",
  OUTER: "left",
  ASOF: "inner",
  // Row by row: nothing has to tie the tables.
  POSITIONAL: "cross",
  SEMI: "semi",
  ANTI: "anti",
};

/** The join that starts at the current place: a comma, or words up to JOIN. The words alone are names. */
export function joinOperatorAt(parser: ExpressionParser): JoinOperator | undefined {
  if (parser.symbol() === ",") return { kind: "comma", natural: false, length: 1 };
  const natural = parser.word() === "NATURAL";
  let kind: JoinKind | undefined;
  for (let ahead = natural ? 1 : 0; ahead < 5; ahead++) {
    const word = parser.word(ahead);
    if (word === undefined || !Object.hasOwn(words, word)) return undefined;
    if (kind === undefined || kind === "inner") kind = words[word] as JoinKind;
    if (word === "JOIN" || word === "STRAIGHT_JOIN") return { kind, natural, length: ahead + 1 };
  }
  return undefined;
}
