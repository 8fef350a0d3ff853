import { type Marked, say } from "../../../environment/egress/marks.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";

/** A SELECT whose rows are counted or queried, and the scope of its names. */
export interface Place {
  readonly core: SelectCore;
  readonly scope: Scope;
}

/** The WITH clause for the CTEs that a scope sees, to prefix a SELECT; empty without CTEs. */
export function withOf(check: ClauseCheck, scope: Scope): string {
  if (scope.ctes.length === 0) return "";
  const recursive = check.clause.tree?.recursive ? "RECURSIVE " : "";
  return `WITH ${recursive}${scope.ctes.map((cte) => check.text(cte.cte)).join(", ")} `;
}

/** The last clause of a SELECT that `rowsOver` applies. */
type Reach = "where" | "groupBy" | "having";

/** A SELECT over a core's rows or groups with another select list, without the CTEs before it. */
export function rowsOver(core: SelectCore, list: string, reach: Reach = "where"): string {
  const { from, where, groupBy, having } = core;
  return [
    `SELECT ${list}`,
    from ? `FROM ${from.text}` : "",
    where ? `WHERE ${where.text}` : "",
    groupBy && reach !== "where" ? `GROUP BY ${groupBy.text}` : "",
    having && reach === "having" ? `HAVING ${having.text}` : "",
  ]
    .filter((clause) => clause !== "")
    .join(" ");
}

/** `rowsOver` as a whole statement, with its CTEs. */
export function selectOver(check: ClauseCheck, place: Place, list: string, reach?: Reach): string {
  return withOf(check, place.scope) + rowsOver(place.core, list, reach);
}

/** The number of rows of a query, as a scalar subquery's text. */
export function countOf(query: string): string {
  return `(SELECT COUNT(*) FROM (${query}) AS counted)`;
}

/** Rows of one source that meet a condition, counted by the engine; undefined where the engine has no answer. */
export async function countWhere(
  check: ClauseCheck,
  { scope, source }: { readonly scope: Scope; readonly source: ScopeSource },
  condition: string,
): Promise<number | undefined> {
  const from = `${check.text(source.source)} WHERE ${condition}`;
  return (await check.askNumbers(`${withOf(check, scope)}SELECT COUNT(*) FROM ${from}`))?.[0];
}

/** The comparison with another constant, without its negation. */
export function conditionWith(check: ClauseCheck, comparison: Comparison, constant: string): string {
  const { operand, isPattern, escapedBy } = comparison;
  const operator = isPattern ? comparison.operator.replace(/^NOT /u, "") : "=";
  return `(${check.text(operand)}) ${operator} ${constant}${escapedBy ? ` ESCAPE ${check.text(escapedBy)}` : ""}`;
}

/** The constant as written; a double-quoted text becomes a string literal. */
export function literalSql(check: ClauseCheck, literal: WrittenLiteral): string {
  return literal.doubleQuoted ? check.dialect.stringLiteral(literal.value) : check.text(literal);
}

/** `1 row`, `20 rows`, `20 groups`. */
export function rowCount(rows: number, noun: "row" | "group" | "value" = "row"): Marked {
  return rows === 1 ? say`1 ${noun}` : say`${rows} ${noun}s`;
}
