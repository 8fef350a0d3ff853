import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { withCommonTables } from "../relations/services-with-relations.ts";
import type { PrivacyFacts } from "../sql/privacy-facts.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { StatementNames } from "../sql/statement-names.ts";
import { tokenize } from "../sql/tokenize.ts";
import type { AdmittedTable } from "./admit-names.ts";
import { isRestricted, type TableRestriction } from "./restrictions.ts";
import { shadowQuery, shadowTable } from "./shadow-table.ts";

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
  const puts = ordered.filter(({ removed, text: put }) => removed > 0 && put !== "").map((edit) => edit.text);
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

/**
 * `public.users.name` means the table itself, which its shadow has no schema to stand for: the schema is left out before columns. Where
 * something else of the statement has the table's name, it could be meant then, and the schema stays.
 */
function ownerEdits(
  tables: readonly AdmittedTable[],
  { owners, given }: StatementNames,
  { isSameName }: PrivacyFacts,
  { identifier }: SqlDialect,
): readonly Edit[] {
  return owners.flatMap(({ schema, table, start, end }) => {
    const called = tables.filter(({ restriction }) => isSameName(table, restriction.table.name));
    const [first] = called;
    if (first === undefined || !isRestricted(first.restriction)) return [];
    const { restriction } = first;
    const isOther = called.some((each) => each.restriction !== restriction);
    const isGiven = given.some((name) => isSameName(name, table) || isSameName(name, schema));
    if (isOther || isGiven || !isSameName(schema, restriction.schema)) return [];
    return [{ at: start, removed: end - start, text: identifier(restriction.table.name) }];
  });
}
