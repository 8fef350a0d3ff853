import { say, schemaName, written } from "../../../environment/egress/marks.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { nameWords } from "../../../util/name-words.ts";
import { aggregatesIn } from "../check/clause-expressions.ts";
import { type CallNode, type ColumnNode, type ExpressionNode, nodesIn } from "../sql/query-tree.ts";
import { positionOf } from "./attachment.ts";
import { type DraftedQuery, NAME_WORDS } from "./drafted-query.ts";
import type { Proposer, Variant } from "./variant.ts";

/** Says that a part is meant: "whose title contains …". */
const PART_SAID =
  /\b(?:contain|includ|start|begin|end(?:s|ing)? (?:with|in)|substring|letter|(?:in|within) (?:their|its|the) (?:name|title))/u;

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
          query: query.edited([{ span: condition, text: sql }]),
          reading: say`also where ${written(right.value)} is part of ${schemaName(found.column.name)}`,
        },
      ];
    }
    const [, before = "", inner, after = ""] = /^(%?)([^%_]+)(%?)$/u.exec(right.value) ?? [];
    if (!/^I?LIKE$/u.test(operator) || inner === undefined || query.question.has(PART_SAID)) return [];
    const whole: Variant = {
      kind: "part-of-name",
      query: query.edited([{ span: right, text: query.dialect.stringLiteral(inner) }]),
      reading: say`only where ${schemaName(found.column.name)} is ${written(inner)} and nothing more`,
    };
    const exact = isName && before + after !== "" ? [whole] : [];
    if (before === "" || after === "") return exact;
    const word = [`${text} = ${query.dialect.stringLiteral(inner)}`, ...asWord(query, text, inner)];
    return [
      ...exact,
      {
        kind: "part-of-name",
        query: query.edited([{ span: condition, text: `(${word.join(" OR ")})` }]),
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
      query: query.edited([{ span: unsaid.condition, text: "1 = 1" }]),
      reading: say`every ${written(said.value.value)}, not only ${written(unsaid.value.value)}`,
    },
  ];
}

const UNEQUAL = new Set(["<>", "!=", "NOT LIKE"]);
/** Measures of what there is: nobody takes a missing one for 0. */
const NEVER_ZERO: ReadonlySet<string> = new Set(
  "age height weight length width depth size area year date temperature latitude longitude altitude elevation population speed capacity distance rank position"
    .split(" ")
    .map(wordKey),
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
        query: query.edited([{ span: condition, text }]),
        reading: say`with rows that have no ${schemaName(found.column.name)}`,
      },
    ];
  }),
  ...query.conditions.flatMap((condition): readonly Variant[] => {
    if (condition.type !== "binary" || condition.operator !== "OR") return [];
    const { left, right } = condition;
    const [column, node] = [
      deniedColumn(left),
      right.type === "unary" && right.operator === "IS NULL" ? right.operand : undefined,
    ];
    if (column?.type !== "column" || !node || query.text(column) !== query.text(node)) return [];
    return [
      {
        kind: "missing-values",
        query: query.edited([{ span: condition, text: query.text(left) }]),
        reading: say`without rows that have no ${schemaName(column.name)}`,
      },
    ];
  }),
  ...query.aggregates.flatMap((call) => averages(query, call)),
  ...query.selected.flatMap((node) => nodesIn(node).flatMap((each) => quotients(query, each))),
];

/** `SUM(x) / COUNT(*)` takes rows without a value for 0. */
function quotients(query: DraftedQuery, node: ExpressionNode): readonly Variant[] {
  if (node.type !== "binary" || node.operator !== "/") return [];
  const calls = [node.left, node.right].map((side) => aggregatesIn(side, query.dialect)[0]);
  const [sum, count] = calls;
  const [only] = sum?.arguments ?? [];
  const found = only && query.column(only)?.column.origin;
  if (!only || !found?.column.nullable || !count?.star || !/^sum$/iu.test(sum?.name ?? "")) return [];
  return [
    {
      kind: "missing-values",
      query: query.edited([{ span: count, text: `COUNT(${query.text(only)})` }]),
      reading: say`rows without ${schemaName(found.column.name)} left out`,
    },
  ];
}

/** An average leaves rows without a value out, or takes them for 0. */
function averages(query: DraftedQuery, call: CallNode): readonly Variant[] {
  const [only] = call.arguments;
  if (!/^avg$/iu.test(call.name) || !only) return [];
  const [inner, zero] =
    only.type === "call" && /^(?:coalesce|ifnull)$/iu.test(only.name) ? only.arguments : [only];
  const found = inner && query.column(inner)?.column.origin;
  if (!inner || !found?.column.nullable || (zero && query.text(zero) !== "0")) return [];
  if (nameWords(found.column.name).some((word) => NEVER_ZERO.has(wordKey(word)))) return [];
  const name = schemaName(found.column.name);
  return [
    {
      kind: "missing-values",
      query: query.edited([
        { span: only, text: zero ? query.text(inner) : `COALESCE(${query.text(only)}, 0)` },
      ]),
      reading: zero ? say`rows without ${name} left out` : say`rows without ${name} counted as 0`,
    },
  ];
}

function deniedColumn(condition: ExpressionNode): ExpressionNode | undefined {
  if (condition.type === "in" && condition.negated && condition.operand.type === "column")
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
