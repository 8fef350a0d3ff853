import type { SqlDialect } from "../sql/sql-dialect.ts";
import { type Relation, relationTitle, VALUE_COLUMN } from "./relation.ts";
import { namesUsed } from "./services-with-relations.ts";

/** A query as evidence: above it, for each relation that it uses, a comment that says what the relation holds. */
export function evidenceSql(
  sql: string,
  relations: readonly Relation[] | undefined,
  dialect: Pick<SqlDialect, "lexical" | "sameIdentifier">,
): string {
  if (relations === undefined) return sql;
  const used = namesUsed(
    sql,
    relations.map(({ name }) => name),
    dialect,
  );
  const comments = relations
    .filter(({ name }) => used.includes(name))
    .map((relation) => `-- ${relation.name}(${VALUE_COLUMN}): ${relationTitle(relation)}\n`);
  return `${comments.join("")}${sql}`;
}
