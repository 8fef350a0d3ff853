import { isAggregate } from "../check/aggregates.ts";
import { readSelectList } from "../sql/read-select-list.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import { type ClauseSite, clauseAt, withClause } from "./clause-site.ts";
import type { Draft } from "./draft.ts";
import { statementsFor } from "./site-statements.ts";

/**
 * The GROUP BY with which a SELECT becomes legal on engines that want every bare column grouped: the paper's order of tools sets SELECT
 * first. Empty where a star keeps it from being told, and undefined where grouping does not mend it.
 */
export async function neededGrouping(
  draft: Draft,
  site: ClauseSite,
  dialect: SqlDialect,
  compiles: (sql: string) => Promise<boolean>,
): Promise<string | undefined> {
  const text = clauseAt(draft, site) ?? "";
  const columns = new Set<string>();
  for (const item of readSelectList(text, dialect.lexical).items) {
    if (item.star) return "";
    if (!item.expression) continue;
    walkExpression(item.expression, (node) => {
      if (node.type === "call" && isAggregate(node, dialect.functions)) return false;
      if (node.type === "column") columns.add(text.slice(node.start, node.end));
      return true;
    });
  }
  if (columns.size === 0) return undefined;
  const grouping = [...columns].join(", ");
  const grouped = withClause(draft, { ...site, clause: "group_by" }, grouping);
  for (const statement of statementsFor(grouped, site, dialect)) {
    if (await compiles(statement.sql)) return grouping;
  }
  return undefined;
}
