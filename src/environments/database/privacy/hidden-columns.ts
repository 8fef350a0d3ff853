import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { StatementNames } from "../sql/statement-names.ts";
import { tokenize } from "../sql/tokenize.ts";
import type { AdmittedTable } from "./admit-names.ts";
import { isRestricted, type TableRestriction } from "./restrictions.ts";

type Dialect = Pick<SqlDialect, "hiddenColumns" | "sameIdentifier" | "identifier">;

/**
 * A shadow has none of the columns that every table has without declaring them, and where a word in double quotes may be a text, `"rowid"` would be
 * that one, in each row.
 * @throws SqlEngineError
 */
export function refuseQuotedHiddenColumn(
  sql: string,
  tables: readonly AdmittedTable[],
  { given }: StatementNames,
  dialect: SqlDialect,
): void {
  if (!dialect.quotedWordsMayBeText || tables.length === 0) return;
  if (!tables.every(({ restriction }) => isRestricted(restriction))) return;
  const isKnown = (name: string): boolean =>
    [...given, ...tables.flatMap(({ restriction }) => seenColumns(restriction))].some((each) =>
      dialect.sameIdentifier(each, name),
    );
  const { tokens } = tokenize(sql, dialect.lexical);
  const quoted = tokens.find(
    ({ kind, value }) => kind === "identifier" && isHidden(value, dialect) && !isKnown(value),
  );
  if (quoted === undefined) return;
  throw new SqlEngineError({
    kind: "unknown-column",
    engineMessage: `no such column: ${quoted.value}`,
    identifier: quoted.value,
    offset: quoted.start,
    ...adviceWith(hiddenColumnAdvice(quoted.value, tables, dialect)),
  });
}

/** What to write for a column that every table has, and a table that is seen in part has not. */
export function hiddenColumnAdvice(
  column: string,
  tables: readonly AdmittedTable[],
  dialect: Dialect,
): string | undefined {
  const name = column.slice(column.lastIndexOf(".") + 1);
  const inPart = new Set(tables.map(({ restriction }) => restriction).filter(isRestricted));
  if (inPart.size === 0 || !isHidden(name, dialect)) return undefined;
  return [...inPart].map((table) => instead(table, name, dialect)).join(" ");
}

function instead(table: TableRestriction, column: string, { identifier }: Dialect): string {
  const key = table.table.columns.filter(({ primaryKeyPosition }) => primaryKeyPosition !== undefined);
  const seen = seenColumns(table);
  const isSeen = key.length > 0 && key.every(({ name }) => seen.includes(name));
  const what = `Of ${table.table.name} only a part can be read, without ${column}`;
  return isSeen ? `${what}; its key is ${key.map(({ name }) => identifier(name)).join(", ")}.` : `${what}.`;
}

function isHidden(name: string, { hiddenColumns = [], sameIdentifier }: Dialect): boolean {
  return hiddenColumns.some((each) => sameIdentifier(each, name));
}

/** A masked key tells no rows apart. */
function seenColumns({ table, deniedColumns, maskedColumns }: TableRestriction): readonly string[] {
  return table.columns
    .map(({ name }) => name)
    .filter((name) => !deniedColumns.has(name) && !maskedColumns.has(name));
}

function adviceWith(advice: string | undefined): { readonly advice?: string } {
  return advice === undefined ? {} : { advice };
}
