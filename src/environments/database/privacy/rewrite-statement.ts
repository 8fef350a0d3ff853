import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { withCommonTables } from "../relations/with-common-tables.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { StatementNames } from "../sql/statement-names.ts";
import { tokenize } from "../sql/tokenize.ts";
import type { RestrictedUse } from "./admit-names.ts";
import { type Edit, type EditedStatement, editStatement } from "./edited-statement.ts";
import type { TableRestriction } from "./restrictions.ts";
import { shadowTable } from "./shadow-table.ts";

/** Puts a shadow before the statement for each restricted table that it uses, and names the shadow where it names the table with its schema. */
export function rewriteStatement(
  sql: string,
  uses: readonly RestrictedUse[],
  { commonTables }: StatementNames,
  {
    readerOf,
    dialect,
  }: { readonly readerOf: (table: TableRestriction) => string; readonly dialect: SqlDialect },
): EditedStatement {
  if (uses.length === 0) return editStatement(sql, []);
  const shadows = new Map<string, readonly string[]>();
  const edits: Edit[] = [];
  for (const { relation, restriction } of uses) {
    const { table } = restriction;
    const reader = readerOf(restriction);
    const name = table.schema === undefined ? table.name : `${reader}_named`;
    const hidden = commonTables.find((each) => dialect.sameIdentifier(each, name));
    if (hidden !== undefined) throw sameNameTwice(hidden);
    shadows.set(reader, shadowTable(name, reader, restriction, dialect));
    if (relation.schema === undefined) continue;
    const alias = relation.hasAlias ? "" : ` AS ${dialect.identifier(table.name)}`;
    edits.push({
      at: relation.start,
      removed: relation.end - relation.start,
      text: `${dialect.identifier(name)}${alias}`,
    });
  }
  const { start, end } = withoutBrackets(sql, dialect);
  const extended = withCommonTables(sql.slice(start, end), [...shadows.values()].flat(), dialect);
  const at = start + extended.insertedAt;
  const text = extended.sql.slice(extended.insertedAt, extended.insertedAt + extended.insertedLength);
  return editStatement(sql, [...edits, { at, removed: 0, text }]);
}

function sameNameTwice(name: string): SqlEngineError {
  return new SqlEngineError({
    kind: "other",
    engineMessage: `A CTE of this statement is called ${name}, as a table is that can be read only in part.`,
    identifier: name,
    advice: "Give the CTE another name.",
  });
}

/** Brackets around a whole statement would stand between two WITH. */
function withoutBrackets(
  sql: string,
  { lexical }: SqlDialect,
): { readonly start: number; readonly end: number } {
  const { tokens, partner } = tokenize(sql, lexical);
  let [first, last] = [0, tokens.length - 1];
  while (tokens[last]?.value === ";" && last > first) last--;
  while (tokens[first]?.value === "(" && partner[first] === last && first < last) {
    first++;
    last--;
  }
  return { start: tokens[first]?.start ?? 0, end: sql.length };
}
