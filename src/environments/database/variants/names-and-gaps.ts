import { say, schemaName, written } from "../../../environment/egress/marks.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { CallNode, ColumnNode, ExpressionNode } from "../sql/query-tree.ts";
import { positionOf } from "./attachment.ts";
import { type DraftedQuery, isNameColumn, type Proposer } from "./drafted-query.ts";
import type { Variant } from "./variant.ts";

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
    const isName = isNameColumn(found.column.name);
    const text = query.text(left);
    if (operator === "=" && isName && left === column && /^\p{L}[\p{L}\p{M}'’. -]+$/u.test(right.value)) {
      const sql = `(${query.text(condition)} OR ${asWord(query, text, right.value).join(" OR ")})`;
      return query.variant(
        "part-of-name",
        say`also where ${written(right.value)} is part of ${schemaName(found.column.name)}`,
        [{ span: condition, text: sql }],
      );
    }
    const [, before = "", inner, after = ""] = /^(%?)([^%_]+)(%?)$/u.exec(right.value) ?? [];
    if (!/^I?LIKE$/u.test(operator) || inner === undefined || query.question.has(PART_SAID)) return [];
    const name = schemaName(found.column.name);
    const literal = query.dialect.stringLiteral(inner);
    const whole = query.variant(
      "part-of-name",
      say`only where ${name} is ${written(inner)} and nothing more`,
      [{ span: right, text: literal }],
    );
    const exact = isName && before + after !== "" ? whole : [];
    if (before === "" || after === "") return exact;
    const word = [`${text} = ${literal}`, ...asWord(query, text, inner)].join(" OR ");
    const reading = say`only where ${written(inner)} is a word of its own in ${name}`;
    return [...exact, ...query.variant("part-of-name", reading, [{ span: condition, text: `(${word})` }])];
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
    if (
      !found ||
      !isNameColumn(condition.left.name) ||
      condition.right.type !== "literal" ||
      condition.right.kind !== "string"
    )
      return [];
    return [{ condition, ...found, value: condition.right }];
  });
  const said = names.find(({ value }) => positionOf(query, value) >= 0);
  const unsaid = names.find(
    ({ value, source }) => said !== undefined && source === said.source && positionOf(query, value) < 0,
  );
  if (!said || !unsaid) return [];
  return query.variant(
    "part-of-name",
    say`every ${written(said.value.value)}, not only ${written(unsaid.value.value)}`,
    [{ span: unsaid.condition, text: "1 = 1" }],
  );
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
    const [denied, gap] =
      condition.type === "binary" && condition.operator === "OR"
        ? [condition.left, condition.right]
        : [condition, undefined];
    const column = deniedColumn(denied);
    const found = column && query.column(column)?.column.origin;
    if (!column || !found?.column.nullable) return [];
    const [name, isNull] = [schemaName(found.column.name), `${query.text(column)} IS NULL`];
    if (gap && query.text(gap).toUpperCase() !== isNull.toUpperCase()) return [];
    return query.variant(
      "missing-values",
      gap ? say`without rows that have no ${name}` : say`with rows that have no ${name}`,
      [{ span: condition, text: gap ? query.text(denied) : `(${query.text(denied)} OR ${isNull})` }],
    );
  }),
  ...query.aggregates.flatMap((call) => averages(query, call)),
];

/** An average leaves rows without a value out, or takes them for 0, as `SUM(x) / COUNT(*)` does. */
function averages(query: DraftedQuery, call: CallNode): readonly Variant[] {
  const [only] = call.arguments;
  const counted = query.aggregates.find(({ star }) => star);
  const isQuotient = /^sum$/iu.test(call.name) && counted && query.question.has(/\b(?:average|mean|avg)\b/u);
  if (!only || !(isQuotient || /^avg$/iu.test(call.name))) return [];
  const isFilled = only.type === "call" && /^(?:coalesce|ifnull)$/iu.test(only.name);
  const [inner, zero] = isFilled ? only.arguments : [only];
  const found = inner && query.column(inner)?.column.origin;
  if (!inner || !found?.column.nullable || (zero && query.text(zero) !== "0")) return [];
  if (nameWords(found.column.name).some((word) => NEVER_ZERO.has(wordKey(word)))) return [];
  const name = schemaName(found.column.name);
  const leftOut = say`rows without ${name} left out`;
  const text = query.text(inner);
  if (isQuotient)
    return query.variant("missing-values", leftOut, [{ span: counted, text: `COUNT(${text})` }]);
  return isFilled
    ? query.variant("missing-values", leftOut, [{ span: only, text }])
    : query.variant("missing-values", say`rows without ${name} counted as 0`, [
        { span: only, text: `COALESCE(${text}, 0)` },
      ]);
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
