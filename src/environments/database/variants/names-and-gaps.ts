import { say, schemaName, written } from "../../../environment/egress/marks.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { ColumnNode, ExpressionNode } from "../sql/query-tree.ts";
import { positionOf } from "./attachment.ts";
import { contentKeys, type DraftedQuery } from "./drafted-query.ts";
import type { Proposer, Variant } from "./variant.ts";

const NAME_WORDS = new Set(["name", "title", "label", "caption", "surname"]);

/** A whole name, part of one, or a word in it: "Jennifer" where others are called Jennifer and something more. */
export const partOfName: Proposer = (query) => [
  ...query.conditions.flatMap((condition): readonly Variant[] => {
    if (condition.type !== "binary") return [];
    const { left, right, operator } = condition;
    const column = namedIn(left);
    const found = column && query.column(column)?.column.origin;
    if (!column || !found || right.type !== "literal" || right.kind !== "string") return [];
    const isName = nameWords(found.column.name).some((word) => NAME_WORDS.has(word));
    const text = query.text(left);
    if (operator === "=" && isName && left === column && /^\p{L}[\p{L}\p{M}'’-]+$/u.test(right.value)) {
      const sql = `(${query.text(condition)} OR ${asWord(query, text, right.value).join(" OR ")})`;
      return [
        {
          kind: "part-of-name",
          sql: query.edited([{ span: condition, text: sql }]),
          reading: say`also where ${written(right.value)} is part of ${schemaName(found.column.name)}`,
        },
      ];
    }
    const inner = /^%([^%_]+)%$/u.exec(right.value)?.[1];
    if (!/^I?LIKE$/u.test(operator) || inner === undefined) return [];
    const word = [`${text} = ${query.dialect.stringLiteral(inner)}`, ...asWord(query, text, inner)];
    return [
      {
        kind: "part-of-name",
        sql: query.edited([{ span: condition, text: `(${word.join(" OR ")})` }]),
        reading: say`only where ${written(inner)} is a word of its own in ${schemaName(found.column.name)}`,
      },
    ];
  }),
  ...withoutUnsaidName(query),
];

/** The column itself, or the one in LOWER or UPPER. */
function namedIn(node: ExpressionNode): ColumnNode | undefined {
  if (node.type === "column") return node;
  const [only] = node.type === "call" && /^(?:lower|upper)$/iu.test(node.name) ? node.arguments : [];
  return only?.type === "column" ? only : undefined;
}

function asWord({ dialect }: DraftedQuery, column: string, word: string): readonly string[] {
  const patterns = [`${word} %`, `% ${word}`, `% ${word} %`];
  return patterns.map((pattern) => `${column} LIKE ${dialect.stringLiteral(pattern)}`);
}

/** "Anna", where the draft takes one of several of that first name: a second name that the question does not say. */
function withoutUnsaidName(query: DraftedQuery): readonly Variant[] {
  const names = query.conditions.flatMap((condition) => {
    if (condition.type !== "binary" || condition.operator !== "=" || condition.left.type !== "column")
      return [];
    const found = query.column(condition.left);
    const isName = nameWords(condition.left.name).some((word) => NAME_WORDS.has(word));
    if (!found || !isName || condition.right.type !== "literal" || condition.right.kind !== "string")
      return [];
    return [{ condition, ...found, value: condition.right }];
  });
  const said = names.find(({ value }) => positionOf(query, value) >= 0);
  const unsaid = names.find(
    ({ value, source }) => said !== undefined && source === said.source && positionOf(query, value) < 0,
  );
  if (!said || !unsaid) return [];
  return [
    {
      kind: "part-of-name",
      sql: query.edited([{ span: unsaid.condition, text: "1 = 1" }]),
      reading: say`every ${written(said.value.value)}, not only ${written(unsaid.value.value)}`,
    },
  ];
}

const UNEQUAL = new Set(["<>", "!=", "NOT LIKE"]);
const ADDITIVE = new Set(
  [
    "amount",
    "quantity",
    "count",
    "sales",
    "revenue",
    "cost",
    "fee",
    "hours",
    "points",
    "goals",
    "visits",
  ].flatMap(contentKeys),
);

/** Rows without a value: a "not" leaves them out, and so does an average. */
export const missingValues: Proposer = (query) => [
  ...query.conditions.flatMap((condition): readonly Variant[] => {
    const column = deniedColumn(condition);
    const found = column && query.column(column)?.column.origin;
    if (!column || !found?.column.nullable) return [];
    const text = `(${query.text(condition)} OR ${query.text(column)} IS NULL)`;
    return [
      {
        kind: "missing-values",
        sql: query.edited([{ span: condition, text }]),
        reading: say`with rows that have no ${schemaName(found.column.name)}`,
      },
    ];
  }),
  ...query.aggregates.flatMap((call): readonly Variant[] => {
    const [only] = call.arguments;
    const found = only && query.column(only)?.column.origin;
    if (!/^avg$/iu.test(call.name) || !only || !found?.column.nullable) return [];
    if (!contentKeys(found.column.name).some((key) => ADDITIVE.has(key))) return [];
    return [
      {
        kind: "missing-values",
        sql: query.edited([{ span: only, text: `COALESCE(${query.text(only)}, 0)` }]),
        reading: say`rows without ${schemaName(found.column.name)} counted as 0`,
      },
    ];
  }),
];

function deniedColumn(condition: ExpressionNode): ExpressionNode | undefined {
  if (
    condition.type === "in" &&
    condition.negated &&
    condition.operand.type === "column" &&
    condition.set.type === "list"
  )
    return condition.operand;
  if (condition.type === "unary" && condition.operator === "NOT") {
    const inner: ExpressionNode = condition.operand;
    return inner.type === "binary" && inner.left.type === "column" && inner.right.type === "literal"
      ? inner.left
      : undefined;
  }
  if (condition.type !== "binary" || !UNEQUAL.has(condition.operator)) return undefined;
  return condition.left.type === "column" && condition.right.type === "literal" ? condition.left : undefined;
}
