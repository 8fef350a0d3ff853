import type { SelectCore } from "../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";

/** A SELECT whose rows are asked about, and what the names in it refer to. */
export interface Place {
  readonly core: SelectCore;
  readonly scope: Scope;
}

/** WITH and the CTEs that a scope sees, ready to stand before SELECT. */
export function withOf(check: ClauseCheck, scope: Scope): string {
  if (scope.ctes.length === 0) return "";
  const recursive = check.clause.tree?.recursive ? "RECURSIVE " : "";
  return `WITH ${recursive}${scope.ctes.map((cte) => check.text(cte.cte)).join(", ")} `;
}

/** How much of a SELECT its rows are asked of. */
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

/** The same as a whole statement. */
export function selectOver(check: ClauseCheck, place: Place, list: string, reach?: Reach): string {
  return withOf(check, place.scope) + rowsOver(place.core, list, reach);
}

/** The number of rows of a query, as a scalar subquery's text. */
export function countOf(query: string): string {
  return `(SELECT COUNT(*) FROM (${query}) AS counted)`;
}

/** Rows of one source that meet a condition, counted by the engine; undefined where it does not tell. */
export async function countWhere(
  check: ClauseCheck,
  { scope, source }: { readonly scope: Scope; readonly source: ScopeSource },
  condition: string,
): Promise<number | undefined> {
  const from = `${check.text(source.source)} WHERE ${condition}`;
  return (await check.askNumbers(`${withOf(check, scope)}SELECT COUNT(*) FROM ${from}`))?.[0];
}

/** The comparison in its positive form with another constant in place of its own. */
export function conditionWith(check: ClauseCheck, comparison: Comparison, constant: string): string {
  const operator = comparison.isPattern ? comparison.operator.replace(/^NOT /u, "") : "=";
  return `(${check.text(comparison.operand)}) ${operator} ${constant}`;
}

/** The constant as written, but a double-quoted text in the quotes of a text. */
export function literalSql(check: ClauseCheck, literal: WrittenLiteral): string {
  return literal.doubleQuoted ? check.dialect.stringLiteral(literal.value) : check.text(literal);
}

/** `1 row`, `20 rows`, `20 groups`. */
export function rowCount(rows: number, noun = "row"): string {
  return rows === 1 ? `1 ${noun}` : `${rows} ${noun}s`;
}
