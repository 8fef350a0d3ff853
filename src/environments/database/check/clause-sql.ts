import type { SelectCore } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { ClauseCheck } from "./clause-check.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";

/** WITH and the CTEs that a scope sees, ready to stand before SELECT. */
export function withOf(check: ClauseCheck, scope: Scope): string {
  if (scope.ctes.length === 0) return "";
  const recursive = check.clause.tree?.recursive ? "RECURSIVE " : "";
  return `WITH ${recursive}${scope.ctes.map((cte) => check.text(cte.cte)).join(", ")} `;
}

/** A SELECT over a core's rows: its FROM, WHERE, GROUP BY and HAVING, with another select list. */
export function selectOver(
  check: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  list: string,
  parts: { readonly groups?: boolean; readonly having?: boolean } = {},
): string {
  const clauses = [`${withOf(check, scope)}SELECT ${list}`];
  if (core.from) clauses.push(`FROM ${core.from.text}`);
  if (core.where) clauses.push(`WHERE ${core.where.text}`);
  if (parts.groups && core.groupBy) clauses.push(`GROUP BY ${core.groupBy.text}`);
  if (parts.having && core.having) clauses.push(`HAVING ${core.having.text}`);
  return clauses.join(" ");
}

/** The number of rows of a query, as a scalar subquery's text. */
export function countOf(query: string): string {
  return `(SELECT COUNT(*) FROM (${query}) AS counted)`;
}

/** The comparison in its positive form with another constant in place of its own. */
export function conditionWith(check: ClauseCheck, comparison: Comparison, constant: string): string {
  const pattern = comparison.kind === "pattern" || comparison.kind === "no-pattern";
  const operator = pattern ? comparison.operator.replace(/^NOT /u, "") : "=";
  return `(${check.text(comparison.operand)}) ${operator} ${constant}`;
}

/** The constant as written, but a double-quoted text in the quotes of a text. */
export function literalSql(check: ClauseCheck, literal: WrittenLiteral, dialect: SqlDialect): string {
  return literal.doubleQuoted ? dialect.stringLiteral(literal.value) : check.text(literal);
}

/** `1 row`, `20 rows`. */
export function rowCount(rows: number): string {
  return rows === 1 ? "1 row" : `${rows} rows`;
}
