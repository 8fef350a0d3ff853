import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { withCommonTables } from "../relations/services-with-relations.ts";
import type { PrivacyFacts } from "../sql/privacy-facts.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { StatementNames } from "../sql/statement-names.ts";
import { tokenize } from "../sql/tokenize.ts";
import type { AdmittedTable } from "./admit-names.ts";
import { type Edit, type EditedStatement, editStatement } from "./edited-statement.ts";
import { ownerEdits } from "./owner-edits.ts";
import { isRestricted, type TableRestriction } from "./restrictions.ts";
import { shadowQuery, shadowTable } from "./shadow-table.ts";

/**
 * Puts a shadow before the statement for each restricted table that it uses, and names the shadow where it names the table with its schema;
 * where every table needs its schema, the shadow stands in the table's place.
 */
export function rewriteStatement(
  sql: string,
  tables: readonly AdmittedTable[],
  names: StatementNames,
  {
    readerOf,
    dialect,
    privacy,
  }: {
    readonly readerOf: (table: TableRestriction) => string;
    readonly dialect: SqlDialect;
    readonly privacy: PrivacyFacts;
  },
): EditedStatement {
  const needSchema = privacy.tablesNeedSchema === true;
  const shadows = new Map<string, readonly string[]>();
  const edits: Edit[] = [...ownerEdits(tables, names, privacy, dialect)];
  for (const { relation, restriction } of tables) {
    const { table } = restriction;
    const alias = relation.hasAlias ? "" : ` AS ${dialect.identifier(table.name)}`;
    const [at, removed] = [relation.start, relation.end - relation.start];
    if (isRestricted(restriction) && relation.narrowedBy !== undefined)
      throw narrowedShadow(relation.narrowedBy, table.name, relation.start);
    if (isRestricted(restriction) && relation.indexHint !== undefined) {
      const { start, end } = relation.indexHint;
      edits.push({ at: start, removed: end - start, text: "" });
    }
    if (needSchema) {
      const real = `${dialect.identifier(restriction.schema)}.${dialect.identifier(table.name)}`;
      const shadow = `(${shadowQuery(restriction, dialect)})${alias}`;
      edits.push({ at, removed, text: isRestricted(restriction) ? shadow : real });
    }
    if (needSchema || !isRestricted(restriction)) continue;
    const reader = readerOf(restriction);
    // A CTE of the statement's own may read the table that it is called like: `WITH users AS (SELECT * FROM users WHERE …)`.
    const isHidden = names.commonTables.some((each) => dialect.sameIdentifier(each, table.name));
    const name = table.schema === undefined && !isHidden ? table.name : `${reader}_named`;
    shadows.set(reader, shadowTable(name, reader, restriction, dialect));
    if (relation.schema === undefined && !isHidden) continue;
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
