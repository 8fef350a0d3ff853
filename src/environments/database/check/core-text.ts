import type { SelectCore } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { withOf } from "./literal-existence.ts";

/** A SELECT over a core's rows: its FROM, WHERE, GROUP BY and HAVING, with another select list. */
export function selectOver(
  run: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  list: string,
  parts: { readonly groups?: boolean; readonly having?: boolean } = {},
): string {
  const clauses = [`${withOf(run, scope)}SELECT ${list}`];
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
