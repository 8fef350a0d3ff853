import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { withCommonTables } from "../relations/with-common-tables.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { StatementNames } from "../sql/statement-names.ts";
import { tokenize } from "../sql/tokenize.ts";
import type { AdmittedTable } from "./admit-names.ts";
import { type Edit, type EditedStatement, editStatement } from "./edited-statement.ts";
import { isRestricted, type TableRestriction } from "./restrictions.ts";
import { shadowQuery, shadowTable } from "./shadow-table.ts";

/**
 * Puts a shadow before the statement for each restricted table that it uses, and names the shadow where it names the table with its schema;
 * where every table needs its schema, the shadow stands in the table's place.
 */
export function rewriteStatement(
  sql: string,
  tables: readonly AdmittedTable[],
  { commonTables }: StatementNames,
  {
    readerOf,
    dialect,
  }: { readonly readerOf: (table: TableRestriction) => string; readonly dialect: SqlDialect },
): EditedStatement {
  const needSchema = dialect.privacy?.tablesNeedSchema === true;
  const shadows = new Map<string, readonly string[]>();
  const edits: Edit[] = [];
  for (const { relation, restriction } of tables) {
    const { table } = restriction;
    const alias = relation.hasAlias ? "" : ` AS ${dialect.identifier(table.name)}`;
    const [at, removed] = [relation.start, relation.end - relation.start];
    if (isRestricted(restriction) && relation.narrowedBy !== undefined)
      throw narrowedShadow(relation.narrowedBy, table.name, relation.start);
    if (needSchema) {
      const real = `${dialect.identifier(restriction.schema)}.${dialect.identifier(table.name)}`;
      const shadow = `(${shadowQuery(restriction, dialect)})${alias}`;
      edits.push({ at, removed, text: isRestricted(restriction) ? shadow : real });
    }
    if (needSchema || !isRestricted(restriction)) continue;
    const reader = readerOf(restriction);
    const name = table.schema === undefined ? table.name : `${reader}_named`;
    const hidden = commonTables.find((each) => dialect.sameIdentifier(each, name));
    if (hidden !== undefined) throw sameNameTwice(hidden);
    shadows.set(reader, shadowTable(name, reader, restriction, dialect));
    if (relation.schema === undefined) continue;
    edits.push({ at, removed, text: `${dialect.identifier(name)}${alias}` });
  }
  if (shadows.size === 0) return editStatement(sql, edits);
  const { start, end } = withoutBrackets(sql, dialect);
  const extended = withCommonTables(sql.slice(start, end), [...shadows.values()].flat(), dialect);
  const at = start + extended.insertedAt;
  const text = extended.sql.slice(extended.insertedAt, extended.insertedAt + extended.insertedLength);
  return editStatement(sql, [...edits, { at, removed: 0, text }]);
}

function narrowedShadow(clause: string, name: string, offset: number): SqlEngineError {
  return new SqlEngineError({
    kind: "other",
    engineMessage: `${clause} cannot be used on ${name}, of which only a part can be read`,
    identifier: name,
    offset,
    advice: `Leave ${clause} out, and narrow the rows in WHERE.`,
  });
}

function sameNameTwice(name: string): SqlEngineError {
  return new SqlEngineError({
    kind: "other",
    engineMessage: `A CTE of this statement is called ${name}, as a table is that can be read only in part.`,
    identifier: name,
    advice: "Give the CTE another name.",
  });
}

/** Brackets around a whole statement with a WITH would stand between two. */
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
  const inner = tokens[first];
  const start = inner?.value === "WITH" ? inner.start : 0;
  return { start, end: sql.length };
}
