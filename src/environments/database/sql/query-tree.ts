/**
 * The syntax tree that the reader (`read-query.ts`) builds: only what checks and drafts need, the same for every dialect. All spans are UTF-16
 * offsets into the text that was read; text is always cut from the source by span and never printed anew.
 */

/** UTF-16 offsets into a text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text of a clause without its keyword, and its span. */
export interface ClauseText extends Span {
  readonly text: string;
}

export type SetOperator = "UNION" | "UNION ALL" | "INTERSECT" | "INTERSECT ALL" | "EXCEPT" | "EXCEPT ALL";

export interface QueryTree extends Span {
  readonly ctes: readonly CommonTable[];
  readonly recursive: boolean;
  /** At least one; `operators[i]` stands between `cores[i]` and `cores[i + 1]`. */
  readonly cores: readonly SelectCore[];
  readonly operators: readonly SetOperator[];
  /** The items without ORDER BY: `x DESC NULLS LAST`. */
  readonly orderBy?: ClauseText;
  /** From LIMIT, OFFSET or FETCH to the end, with its keyword. */
  readonly limit?: ClauseText;
}

export interface CommonTable extends Span {
  readonly name: string;
  readonly columns?: readonly string[];
  /** The name with its column list as written: `t(n)`. */
  readonly heading: string;
  /** Text between the name and the opening bracket other than AS (`MATERIALIZED`), if any. */
  readonly hint?: string;
  readonly query: QueryTree;
}

export interface SelectCore extends Span {
  /** `DISTINCT a, b` with everything between SELECT and the next clause. Absent for VALUES, which stands in `values`. */
  readonly select?: ClauseText;
  readonly values?: ClauseText;
  readonly from?: ClauseText;
  readonly where?: ClauseText;
  readonly groupBy?: ClauseText;
  readonly having?: ClauseText;
  readonly window?: ClauseText;
  /**
   * For a core in brackets that holds more than one core's clauses, as in `(SELECT a FROM t LIMIT 1) UNION ALL …`: the query in the
   * brackets. All other clauses are then absent.
   */
  readonly nested?: QueryTree;
}

/** One source of a FROM clause, in the order of the text. The span covers the source with its alias, not the join before or its ON. */
export interface FromSource extends Span {
  readonly kind: "table" | "subquery" | "function";
  readonly schema?: string;
  /** Name of the table or function; absent for a subquery. */
  readonly name?: string;
  readonly alias?: string;
  /** `a, b` in `AS t(a, b)`. */
  readonly aliasColumns?: readonly string[];
  readonly query?: QueryTree;
  /** Arguments of a table function. */
  readonly arguments?: readonly ExpressionNode[];
  /** True where the source may refer to those before it: LATERAL, and every table function. */
  readonly lateral?: boolean;
  /** The join with the sources before; absent for the first source. `comma` is a cross join by comma. */
  readonly join?: {
    readonly kind: "inner" | "left" | "right" | "full" | "cross" | "comma" | "semi" | "anti";
    readonly natural: boolean;
    readonly on?: ExpressionNode;
    readonly using?: readonly string[];
  };
}

export interface SelectItem extends Span {
  /** `*` or `t.*` */
  readonly star?: { readonly qualifier?: string };
  readonly expression?: ExpressionNode;
  readonly alias?: string;
}

export interface OrderItem extends Span {
  readonly expression: ExpressionNode;
  readonly descending: boolean;
  readonly nulls?: "first" | "last";
}

export type ExpressionNode =
  | ColumnNode
  | LiteralNode
  | CallNode
  | CastNode
  | BinaryNode
  | UnaryNode
  | BetweenNode
  | InNode
  | CaseNode
  | SubqueryNode
  | ListNode
  | OpaqueNode;

export interface ColumnNode extends Span {
  readonly type: "column";
  /** The name without its last part: `t` in `t.c`, `s.t` in `s.t.c`. */
  readonly qualifier?: string;
  readonly name: string;
  readonly quotedWith?: '"' | "`" | "[";
}

export interface LiteralNode extends Span {
  readonly type: "literal";
  readonly kind: "string" | "number" | "null" | "boolean" | "blob" | "date" | "parameter";
  /** The value without quotes and escapes; numbers as written. */
  readonly value: string;
}

export interface CallNode extends Span {
  readonly type: "call";
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly ExpressionNode[];
  /** `count(*)` */
  readonly star: boolean;
  readonly distinct: boolean;
  readonly filter?: ExpressionNode;
  /** True when an OVER follows: the call is a window function. */
  readonly over: boolean;
  /** Expressions inside OVER (…) , WITHIN GROUP (…) or ORDER BY in the call. */
  readonly extra: readonly ExpressionNode[];
}

export interface CastNode extends Span {
  readonly type: "cast";
  readonly operand: ExpressionNode;
  readonly target: string;
}

export interface BinaryNode extends Span {
  readonly type: "binary";
  /** Upper case, single spaces: `=`, `<>`, `AND`, `OR`, `LIKE`, `NOT LIKE`, `GLOB`, `IS`, `IS NOT`, `||`, `+`, `->>` … */
  readonly operator: string;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
  /** LIKE … ESCAPE */
  readonly escape?: ExpressionNode;
}

export interface UnaryNode extends Span {
  readonly type: "unary";
  /** `NOT`, `-`, `+`, `~`, `EXISTS`, `NOT EXISTS`, and the postfixes `IS NULL`, `IS NOT NULL`, `IS TRUE`, … */
  readonly operator: string;
  readonly operand: ExpressionNode;
}

export interface BetweenNode extends Span {
  readonly type: "between";
  readonly negated: boolean;
  readonly operand: ExpressionNode;
  readonly low: ExpressionNode;
  readonly high: ExpressionNode;
}

export interface InNode extends Span {
  readonly type: "in";
  readonly negated: boolean;
  readonly operand: ExpressionNode;
  /** A list, a subquery, or (SQLite) a table name as a column node. */
  readonly set: ExpressionNode;
}

export interface CaseNode extends Span {
  readonly type: "case";
  readonly operand?: ExpressionNode;
  readonly branches: readonly { readonly when: ExpressionNode; readonly result: ExpressionNode }[];
  readonly otherwise?: ExpressionNode;
}

export interface SubqueryNode extends Span {
  readonly type: "subquery";
  readonly query: QueryTree;
}

/** `(a, b)`: a row value or the right side of IN. */
export interface ListNode extends Span {
  readonly type: "list";
  readonly items: readonly ExpressionNode[];
}

/** Text that the reader does not understand; the engine judges it. */
export interface OpaqueNode extends Span {
  readonly type: "opaque";
  readonly parts: readonly ExpressionNode[];
}

/** The expressions directly inside one, in the order of the text. A subquery is a query of its own and has none here. */
export function partsOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.type) {
    case "column":
    case "literal":
    case "subquery":
      return [];
    case "call":
      return [...node.arguments, ...(node.filter ? [node.filter] : []), ...node.extra];
    case "cast":
    case "unary":
      return [node.operand];
    case "binary":
      return node.escape ? [node.left, node.right, node.escape] : [node.left, node.right];
    case "between":
      return [node.operand, node.low, node.high];
    case "in":
      return [node.operand, node.set];
    case "case":
      return [
        ...(node.operand ? [node.operand] : []),
        ...node.branches.flatMap(({ when, result }) => [when, result]),
        ...(node.otherwise ? [node.otherwise] : []),
      ];
    case "list":
      return node.items;
    case "opaque":
      return node.parts;
  }
}

/**
 * Visits a node and all nodes inside it, outer before inner, left before right. If the visitor returns `false`, the node's parts are skipped.
 * A subquery is visited as one node, without its contents. A chain of thousands of ORs does not exhaust the stack.
 */
export function walkExpression(expression: ExpressionNode, visit: (node: ExpressionNode) => unknown): void {
  const waiting: ExpressionNode[] = [expression];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (visit(node) === false) continue;
    const parts = partsOf(node);
    for (let index = parts.length - 1; index >= 0; index--) waiting.push(parts[index] as ExpressionNode);
  }
}

/** A node and all nodes inside it, in the order of `walkExpression`. */
export function nodesIn(expression: ExpressionNode): readonly ExpressionNode[] {
  const found: ExpressionNode[] = [];
  walkExpression(expression, (node) => found.push(node));
  return found;
}

/**
 * The conditions that AND joins at the top, in the order of the text. Brackets around a conjunction are looked through; each part keeps its
 * own brackets in its span, so its text can stand alone. The AND of BETWEEN joins nothing.
 */
export function conjunctsOf(expression: ExpressionNode): ExpressionNode[] {
  const found: ExpressionNode[] = [];
  const waiting: ExpressionNode[] = [expression];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === "binary" && node.operator === "AND") waiting.push(node.right, node.left);
    else found.push(node);
  }
  return found;
}
