import { type ResolveOptions, resolveColumn } from "../sql/build-scope.ts";
import type { CallNode, ExpressionNode, Span } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { handedOn, handsOn, isChoice, isTextType, maskedIn } from "./masked-values.ts";
import type { BaseColumn } from "./query-scope.ts";

/**
 * What a mask spoils: the `value` of a call or a calculation, a `condition`, a `join` of two masked columns, telling values apart (`same`:
 * DISTINCT, GROUP BY, UNION), their `order`, a `window`.
 */
export type MaskedEffect = "value" | "condition" | "join" | "same" | "order" | "window";

/** What a bare column of a clause of conditions is taken by. */
export const CONDITION = "the condition";

/** A place that takes the values of masked columns, beyond handing them on. */
export interface MaskedUse {
  readonly masked: readonly BaseColumn[];
  readonly effect: MaskedEffect;
  /** The name of the column, where it has one there. */
  readonly span: Span;
  /** What takes the values: a part of the statement, or words (`ORDER BY`). */
  readonly taker: Span | string;
}

/** What stands around an expression and takes its value; undefined where the value is only shown, counted, or tested for NULL. */
export type Taker = Pick<MaskedUse, "effect" | "taker"> | undefined;

const EQUAL = new Set(["=", "==", "<=>", "IS", "IS NOT DISTINCT FROM"]);
const COMPARING = new Set([
  ...EQUAL,
  ...["<>", "!=", "<", ">", "<=", ">=", "IS NOT", "IS DISTINCT FROM"],
  ...["~", "~*", "!~", "!~*", "~~", "!~~", "~~*", "!~~*", "@@", "@>", "<@"],
]);
const MATCHING = /^(?:NOT )?(?:I?LIKE|GLOB|REGEXP|RLIKE|MATCH|SIMILAR TO|SOUNDS LIKE|MEMBER OF)$/u;
const LOGICAL = new Set(["AND", "OR", "XOR"]);
const NULL_TESTS = new Set(["isnull", "num_nulls", "num_nonnulls"]);

/**
 * The uses of masked columns in an expression, those of its subqueries' own clauses left out. What takes a value is named as a whole:
 * `SUM(price * 2)`, and not `price * 2` in it.
 */
export function maskedUses(
  expression: ExpressionNode,
  scope: Scope,
  around: Taker,
  options: ResolveOptions = {},
): readonly MaskedUse[] {
  const found: MaskedUse[] = [];
  const waiting: [ExpressionNode, Taker][] = [[expression, around]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, taker] = next;
    if (node.type === "column" || node.type === "subquery") {
      const masked = taker ? maskedIn(node, scope, options) : [];
      if (taker && masked.length > 0)
        found.push({ masked, span: { start: node.start, end: node.end }, ...taker });
      continue;
    }
    const parts = takersOf(node, scope, taker);
    for (let at = parts.length - 1; at >= 0; at--) waiting.push(parts[at] as [ExpressionNode, Taker]);
  }
  return found;
}

/** The expressions directly inside one, each with what takes its value. */
function takersOf(node: ExpressionNode, scope: Scope, around: Taker): [ExpressionNode, Taker][] {
  const span = { start: node.start, end: node.end };
  const asValue: Taker = around ?? { effect: "value", taker: span };
  const condition: Taker = { effect: "condition", taker: span };
  const all = (parts: readonly ExpressionNode[], taker: Taker) =>
    parts.map((part): [ExpressionNode, Taker] => [part, taker]);
  switch (node.type) {
    case "call":
      return callTakers(node, around, asValue, condition);
    case "cast":
      return all([node.operand], isTextType(node.target) ? around : asValue);
    case "unary":
      if (/^(?:NOT )?EXISTS$/u.test(node.operator)) return [];
      if (/^IS(?: NOT)? NULL$/u.test(node.operator)) return all([node.operand], undefined);
      return all([node.operand], /^NOT$|^IS /u.test(node.operator) ? condition : asValue);
    case "binary": {
      const { left, right, operator } = node;
      const sides = node.escape ? [left, right, node.escape] : [left, right];
      if (operator === "COLLATE") return all([left], around);
      if (LOGICAL.has(operator)) return all(sides, condition);
      if (MATCHING.test(operator)) return all(sides, condition);
      if (!COMPARING.has(operator)) return all(sides, asValue);
      if (isNull(left) || isNull(right)) return all(sides, undefined);
      const joins = EQUAL.has(operator) && joinsMasked(left, right, scope);
      return all(sides, joins ? { effect: "join", taker: span } : condition);
    }
    case "between":
      return all([node.operand, node.low, node.high], condition);
    case "in":
      // `x IN t` names a table.
      return all(node.set.type === "column" ? [node.operand] : [node.operand, node.set], condition);
    case "case":
      return [
        ...all(
          [...(node.operand ? [node.operand] : []), ...node.branches.map(({ when }) => when)],
          condition,
        ),
        ...all(handedOn(node), around),
      ];
    case "list":
      return all(node.items, around);
    case "opaque":
      return all(node.parts, asValue);
    default:
      return [];
  }
}

function callTakers(
  node: CallNode,
  around: Taker,
  asValue: Taker,
  condition: Taker,
): [ExpressionNode, Taker][] {
  const { name, arguments: given, distinct, filter, extra } = node;
  const span = { start: node.start, end: node.end };
  const counts = /^count$/iu.test(name);
  const [first, ...others] = given;
  let inside: [ExpressionNode, Taker][];
  if (counts && distinct) inside = given.map((each) => [each, around ?? { effect: "same", taker: span }]);
  else if (counts || NULL_TESTS.has(name.toLowerCase())) inside = given.map((each) => [each, undefined]);
  else if (handsOn(node)) inside = given.map((each) => [each, around]);
  else if (first && isChoice(node))
    inside = [[first, condition], ...others.map((each): [ExpressionNode, Taker] => [each, around])];
  else inside = given.map((each) => [each, asValue]);
  const ordering: Taker = around ?? { effect: node.over ? "window" : "order", taker: span };
  return [
    ...inside,
    ...(filter ? [[filter, condition] as [ExpressionNode, Taker]] : []),
    ...extra.map((each): [ExpressionNode, Taker] => [each, ordering]),
  ];
}

function isNull(node: ExpressionNode): boolean {
  return node.type === "literal" && node.kind === "null";
}

/** True where masked columns of two sources are compared: then every row that has a value meets every other. */
function joinsMasked(left: ExpressionNode, right: ExpressionNode, scope: Scope): boolean {
  if (left.type !== "column" || right.type !== "column") return false;
  if (maskedIn(left, scope).length === 0 || maskedIn(right, scope).length === 0) return false;
  const [a, b] = [left, right].map((side) => resolveColumn(side, scope));
  return a?.kind === "column" && b?.kind === "column" && a.source !== b.source;
}
