import { withCommonTables } from "../relations/services-with-relations.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { AdmittedTable } from "./admit-names.ts";
import type { StatementNames } from "./privacy-facts.ts";
import { isRestricted, MASK, type TableRestriction } from "./restrictions.ts";

/** Replaces `removed` characters at `at` by `text`. */
interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly text: string;
}

/** A statement after edits, with the way back. */
export interface EditedStatement {
  readonly sql: string;
  /** The place in the text that was given; undefined for what was put in. */
  ownOffset(offset: number): number | undefined;
  /** A stretch of the text, as engines name columns by it, as it stood in the text that was given. */
  ownText(stretch: string): string;
}

/** Engines may cut the name of a column off from here on. */
const LONG_NAME = 60;

/** Edits may not overlap. */
function editStatement(sql: string, edits: readonly Edit[]): EditedStatement {
  const ordered = edits.toSorted((a, b) => a.at - b.at || a.removed - b.removed);
  let [text, last] = ["", 0];
  for (const { at, removed, text: put } of ordered) {
    text += sql.slice(last, at) + put;
    last = at + removed;
  }
  const edited = text + sql.slice(last);
  const puts = ordered.filter(({ removed }) => removed > 0).map((edit) => edit.text);
  return {
    sql: edited,
    ownText(stretch) {
      if (stretch.length < LONG_NAME && !puts.some((put) => stretch.includes(put))) return stretch;
      const at = edited.indexOf(stretch);
      const [from, to] = [this.ownOffset(at), this.ownOffset(at + stretch.length)];
      return at < 0 || from === undefined || to === undefined ? stretch : sql.slice(from, to);
    },
    ownOffset(offset) {
      let shift = 0;
      for (const { at, removed, text: put } of ordered) {
        const begins = at + shift;
        if (offset < begins) break;
        // What stands for a name is that name's place.
        if (offset < begins + put.length) return removed === 0 ? undefined : at;
        shift += put.length - removed;
      }
      return offset - shift;
    },
  };
}

/** Puts a shadow before the statement for each restricted table that it uses, and names the shadow where it names the table with its schema. */
export function rewriteStatement(
  sql: string,
  tables: readonly AdmittedTable[],
  { commonTables }: StatementNames,
  {
    readerOf,
    dialect,
  }: { readonly readerOf: (table: TableRestriction) => string; readonly dialect: SqlDialect },
): EditedStatement {
  const shadows = new Map<string, readonly string[]>();
  const edits: Edit[] = [];
  for (const { relation, restriction } of tables) {
    if (!isRestricted(restriction)) continue;
    const { table } = restriction;
    const reader = readerOf(restriction);
    // A CTE of the statement's own may read the table that it is called like: `WITH users AS (SELECT * FROM users WHERE …)`.
    const isHidden = commonTables.some((each) => dialect.sameIdentifier(each, table.name));
    const name = table.schema === undefined && !isHidden ? table.name : `${reader}_named`;
    shadows.set(reader, shadowTable(name, reader, restriction, dialect));
    if (relation.schema === undefined && !isHidden) continue;
    const alias = relation.hasAlias ? "" : ` AS ${dialect.identifier(table.name)}`;
    const removed = relation.end - relation.start;
    edits.push({ at: relation.start, removed, text: `${dialect.identifier(name)}${alias}` });
  }
  if (shadows.size === 0) return editStatement(sql, edits);
  const extended = withCommonTables(sql, [...shadows.values()].flat(), dialect);
  const { insertedAt: at, insertedLength } = extended;
  const text = extended.sql.slice(at, at + insertedLength);
  return editStatement(sql, [...edits, { at, removed: 0, text }]);
}

/**
 * The CTEs that stand for a restricted table: one that reads it, under a name that nobody can guess, so that an engine can be told to let only
 * that one read, and one under the name by which statements know it.
 */
function shadowTable(
  name: string,
  reader: string,
  { table, schema, deniedColumns, maskedColumns }: TableRestriction,
  { identifier, stringLiteral, privacy }: SqlDialect,
): readonly string[] {
  const hint = privacy?.inlineHint ?? "";
  const columns = table.columns.filter((column) => !deniedColumns.has(column.name));
  const list = columns.map((column) => {
    const written = identifier(column.name);
    if (!maskedColumns.has(column.name)) return written;
    return `CASE WHEN ${written} IS NULL THEN NULL ELSE ${stringLiteral(MASK)} END AS ${written}`;
  });
  const real = `${identifier(schema)}.${identifier(table.name)}`;
  return [
    `${reader} AS ${hint}(SELECT ${list.join(", ")} FROM ${real})`,
    `${identifier(name)} AS ${hint}(SELECT * FROM ${reader})`,
  ];
}
