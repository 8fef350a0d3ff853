import { say, written } from "../../../environment/egress/marks.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ExpressionNode, LiteralNode } from "../sql/query-tree.ts";
import { contentKeys, type DraftedQuery, type Proposer } from "./drafted-query.ts";
import type { Variant } from "./variant.ts";

/** The values that one column is compared with by OR or IN, in the order of the text. */
interface Alternatives {
  readonly column: ExpressionNode;
  readonly values: readonly ExpressionNode[];
}

/**
 * "A and B with C": the condition on both, or on the last alone. The draft has `(x = A OR x = B) AND c` (or IN) or `x = A OR x = B AND c`, and the
 * question names A, B and then something of c.
 */
export const attachment: Proposer = (query) => {
  const { conditions, question } = query;
  const { where } = query.core;
  if (!question.has(/\b(?:and|or)\b|,/u)) return [];
  const variants: Variant[] = [...acrossSelects(query)];
  if (!where) return variants;
  for (const condition of conditions) {
    const all = alternativesOf(condition);
    const last = all?.values.at(-1);
    if (!all || !last || !inOrder(query, all.values)) continue;
    const behind = conditions.filter((other) => other !== condition && standsBehind(query, other, last));
    if (behind.length === 0) continue;
    const others = conditions.filter((other) => other !== condition && !behind.includes(other));
    const column = query.text(all.column);
    const before = all.values.slice(0, -1).map((value) => query.text(value));
    const tail = [`${column} = ${query.text(last)}`, ...behind.map((each) => query.text(each))].join(" AND ");
    const either = `(${column} IN (${before.join(", ")}) OR (${tail}))`;
    const rest = others.map((each) => query.text(each));
    const reading = say`${behind.map((each) => written(query.text(each)))} only for ${written(query.text(last))}`;
    const edit = { span: where, text: [...rest, either].join(" AND ") };
    variants.push(...query.variant("attachment", reading, [edit]));
  }
  return [...variants, ...attachedToBoth(query)];
};

/** The other way round: `x = A OR (x = B AND c)` read as `(x = A OR x = B) AND c`. */
function attachedToBoth(query: DraftedQuery): readonly Variant[] {
  return query.conditions.flatMap((condition): readonly Variant[] => {
    if (condition.type !== "binary" || condition.operator !== "OR") return [];
    const { left, right } = condition;
    if (left.type !== "binary" || right.type !== "binary" || right.operator !== "AND") return [];
    const [first, second] = [
      equalityOf(left),
      [right.left, right.right].map(equalityOf).find((each) => each),
    ];
    if (!first || !second || query.text(first.column) !== query.text(second.column)) return [];
    const more = [right.left, right.right].filter((each) => equalityOf(each)?.value !== second.value);
    if (more.length !== 1 || !inOrder(query, [first.value, second.value])) return [];
    const column = query.text(first.column);
    const both = `(${column} IN (${query.text(first.value)}, ${query.text(second.value)}))`;
    return query.variant(
      "attachment",
      say`${more.map((each) => written(query.text(each)))} for ${written(query.text(first.value))}, too`,
      [{ span: condition, text: `${both} AND ${more.map((each) => query.text(each)).join(" AND ")}` }],
    );
  });
}

/** Two SELECTs of a statement that take another value of the same column: scalar subqueries, or those that UNION joins. */
export function parallels(query: DraftedQuery) {
  if (query.parts[0] !== query) return [];
  const all = query.parts.flatMap((part) =>
    part.conditions.flatMap((equality) => {
      const found = equalityOf(equality);
      const origin = found && part.column(found.column)?.column.origin;
      const rest = part.conditions.filter((each) => each !== equality).map((each) => query.text(each));
      return found && origin ? [{ part, equality, rest, ...found, origin: origin.column }] : [];
    }),
  );
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => one.part !== other.part && one.origin === other.origin)
      .map((other) => ({ one, other, values: [one.value, other.value] })),
  );
}

/** A condition of the SELECT that takes B alone, read as one of that which takes A, too; and of both, as one of B alone. */
function acrossSelects(query: DraftedQuery): readonly Variant[] {
  return parallels(query).flatMap(({ one, other, values }): readonly Variant[] => {
    if (!inOrder(query, values)) return [];
    const { where } = one.part.core;
    const [first, second] = values.map((value) => written(query.text(value)));
    const behind = other.part.conditions.filter(
      (each) => each !== other.equality && standsBehind(query, each, other.value),
    );
    const texts = behind.map((each) => query.text(each));
    if (!where || texts.length === 0) return [];
    const shared = texts.filter((each) => one.rest.includes(each));
    const stays = one.rest.filter((each) => !texts.includes(each));
    const own = query.text(one.equality);
    const isOfBoth = shared.length === texts.length;
    if (!isOfBoth && shared.length > 0) return [];
    const conditions = isOfBoth ? [own, ...stays] : [own, ...one.rest, ...texts];
    return query.variant(
      "attachment",
      isOfBoth
        ? say`${texts.map(written)} only for ${second ?? ""}`
        : say`${texts.map(written)} for ${first ?? ""}, too`,
      [{ span: where, text: conditions.join(" AND ") }],
    );
  });
}

function alternativesOf(condition: ExpressionNode): Alternatives | undefined {
  if (condition.type === "in" && !condition.negated && condition.set.type === "list") {
    const { items } = condition.set;
    const isPlain = condition.operand.type === "column" && items.every(({ type }) => type === "literal");
    return isPlain && items.length > 1 ? { column: condition.operand, values: items } : undefined;
  }
  if (condition.type !== "binary" || condition.operator !== "OR") return undefined;
  const parts = disjunctsOf(condition).map(equalityOf);
  const [first] = parts;
  if (!first || parts.includes(undefined)) return undefined;
  const isOneColumn = parts.every((each) => each && nameOf(each.column) === nameOf(first.column));
  return isOneColumn
    ? { column: first.column, values: parts.flatMap((each) => each?.value ?? []) }
    : undefined;
}

/** "A and B": values of a column by OR or IN. */
export function joinedByAnd(query: DraftedQuery): readonly Alternatives[] {
  return query.conditions
    .flatMap((condition) => alternativesOf(condition) ?? [])
    .filter(({ values }) => query.question.joinsByAnd(values));
}

const nameOf = (node: ExpressionNode): string =>
  node.type === "column" ? `${node.qualifier ?? ""}.${node.name}` : "";

function disjunctsOf(node: ExpressionNode): readonly ExpressionNode[] {
  return node.type === "binary" && node.operator === "OR"
    ? [...disjunctsOf(node.left), ...disjunctsOf(node.right)]
    : [node];
}

/** `column = 'literal'` */
function equalityOf(
  node: ExpressionNode,
): { readonly column: ExpressionNode; readonly value: LiteralNode } | undefined {
  if (node.type !== "binary" || node.operator !== "=" || node.left.type !== "column") return undefined;
  return node.right.type === "literal" ? { column: node.left, value: node.right } : undefined;
}

const DATE = /^(\d{4})-(\d\d)(?:-\d\d)?/u;

/** Position of a literal's words in the question, of a date its year; -1 where it does not stand there. */
export function positionOf({ question }: DraftedQuery, value: ExpressionNode): number {
  if (value.type !== "literal" || value.value === "") return -1;
  const whole = question.positionOf(value.value);
  const year = DATE.exec(value.value)?.[1];
  return whole < 0 && year !== undefined ? question.positionOf(year) : whole;
}

export function inOrder(query: DraftedQuery, values: readonly ExpressionNode[]): boolean {
  const at = values.map((value) => positionOf(query, value));
  return at.every((each, i) => each >= 0 && (i === 0 || each > (at[i - 1] ?? 0)));
}

/** True where what a condition compares with, or else its column, is named in the question behind the value. */
function standsBehind(query: DraftedQuery, condition: ExpressionNode, value: ExpressionNode): boolean {
  const from = positionOf(query, value);
  const compared = comparedWith(condition);
  const named = compared ? positionOf(query, compared) : -1;
  const at = named < 0 ? positionOfColumn(query, condition) : named;
  // What stands before the values holds for all of them, and so does what follows behind a comma or is said by the verb of the sentence.
  return from >= 0 && at > from && !query.question.isSaidOfAll(from, at);
}

function positionOfColumn(query: DraftedQuery, condition: ExpressionNode): number {
  const [column] = columnsOf(condition);
  const keys = column ? contentKeys(column.name) : [];
  return keys.length === 0 ? -1 : Math.max(...keys.map((key) => query.question.lastPositionOf(key)));
}

function comparedWith(condition: ExpressionNode): ExpressionNode | undefined {
  if (condition.type === "between") return condition.low;
  if (condition.type !== "binary") return undefined;
  return [condition.right, condition.left].find((each) => each.type === "literal");
}
