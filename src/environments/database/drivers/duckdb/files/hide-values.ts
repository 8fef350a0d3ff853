import type { PrivacyPolicy } from "../../../privacy/privacy-policy.ts";
import { resolveRestrictions } from "../../../privacy/resolve-restrictions.ts";
import { isRestricted, MASK, type TableRestriction } from "../../../privacy/restrictions.ts";
import type { DatabaseSchema, TableSchema } from "../../../schema/database-schema.ts";
import { duckdbAffinity } from "../duckdb-catalog.ts";
import { duckdbDialect } from "../duckdb-dialect.ts";
import type { LoadedFiles } from "./build-database.ts";
import type { TableReport } from "./load-report.ts";
import { ask, type Loader, quotedName, quotedText } from "./loader.ts";

/** What stands in place of each masked value: whoever reads the column has `***` there, whatever its type is. */
const STAND_INS: readonly (readonly [type: RegExp, value: string])[] = [
  [/^VARCHAR$/u, MASK],
  [/^(?:BIGINT|DOUBLE|DECIMAL\(.*\))$/u, "0"],
  [/^BOOLEAN$/u, "false"],
  [/^DATE$/u, "1970-01-01"],
  [/^TIMESTAMP$/u, "1970-01-01 00:00:00"],
  [/^TIME$/u, "00:00:00"],
];

/**
 * Copies a file database without the values that a policy hides: denied tables have no rows, denied columns no values, masked ones a stand-in
 * where there is a value. Tables and columns keep their names and types, so that the same policy finds what it names in the copy. A column of
 * numbers, dates and the like that stands beside a hidden one is left out, and what was said of a restricted table when it was read, as it quotes
 * cells. Views over Parquet files are copied as they are: they hold no values.
 * @throws FuxiError `configuration-invalid` for a pattern that names nothing
 */
export async function hideValues(
  loader: Loader,
  loaded: LoadedFiles,
  { from, to, privacy }: { readonly from: string; readonly to: string; readonly privacy: PrivacyPolicy },
): Promise<LoadedFiles> {
  const schema = await schemaOf(loader, from);
  const { tables } = resolveRestrictions(privacy, schema, [], { dialect: duckdbDialect([]), strict: true });
  const reports: TableReport[] = [];
  for (const report of loaded.tables) {
    const restriction = tables.find(({ table }) => table.name === report.table);
    if (restriction === undefined) continue;
    if (restriction.table.kind === "view") await copyView(loader, report.table, { from, to });
    else await copyTable(loader, restriction, report, { from, to });
    if (!restriction.denied) reports.push(isRestricted(restriction) ? ofPart(report, restriction) : report);
  }
  return { ...loaded, tables: reports };
}

interface Databases {
  readonly from: string;
  readonly to: string;
}

async function copyTable(
  loader: Loader,
  restriction: TableRestriction,
  { source, beside }: TableReport,
  { from, to }: Databases,
): Promise<void> {
  const { table, denied, deniedColumns, maskedColumns } = restriction;
  const shown = table.columns.filter(({ name }) => isCopied(name, beside, restriction));
  const cells = shown.map(({ name, declaredType: type }) => {
    const column = quotedName(name);
    if (deniedColumns.has(name)) return `CAST(NULL AS ${type}) AS ${column}`;
    return maskedColumns.has(name) ? `${standIn(column, type)} AS ${column}` : column;
  });
  const target = `${quotedName(to)}.main.${quotedName(table.name)}`;
  const original = `${quotedName(from)}.main.${quotedName(table.name)}`;
  const rows = denied ? "WHERE false" : "";
  await ask(loader, `CREATE TABLE ${target} AS SELECT ${cells.join(", ")} FROM ${original} ${rows}`);
  const comment = isRestricted(restriction) ? `from ${source}` : table.comment;
  if (comment !== undefined) await ask(loader, `COMMENT ON TABLE ${target} IS ${quotedText(comment)}`);
  for (const { name, comment: said } of shown) {
    if (said === undefined || denied || isHidden(name, restriction)) continue;
    await ask(loader, `COMMENT ON COLUMN ${target}.${quotedName(name)} IS ${quotedText(said)}`);
  }
}

function standIn(column: string, type: string): string {
  const [, value] = STAND_INS.find(([pattern]) => pattern.test(type)) ?? [];
  return value === undefined
    ? `CAST(NULL AS ${type})`
    : `CASE WHEN ${column} IS NOT NULL THEN CAST('${value}' AS ${type}) END`;
}

async function copyView(loader: Loader, name: string, { from, to }: Databases): Promise<void> {
  const [[sql = "", comment = null] = []] = await ask(
    loader,
    `SELECT sql, comment FROM duckdb_views() WHERE database_name = ${quotedText(from)} AND view_name = ${quotedText(name)}`,
  );
  const target = `${quotedName(to)}.main.${quotedName(name)}`;
  await ask(loader, `CREATE VIEW ${target} AS ${String(sql).replace(/^.*? AS /su, "")}`);
  if (comment !== null) await ask(loader, `COMMENT ON VIEW ${target} IS ${quotedText(String(comment))}`);
}

function isHidden(name: string, { deniedColumns, maskedColumns }: TableRestriction): boolean {
  return deniedColumns.has(name) || maskedColumns.has(name);
}

function isCopied(name: string, beside: TableReport["beside"] = [], restriction: TableRestriction): boolean {
  if (isHidden(name, restriction)) return true;
  return !beside.some((each) => each.name === name && isHidden(each.of, restriction));
}

/** Without what quotes cells. */
function ofPart({ table, source, rows, beside }: TableReport, restriction: TableRestriction): TableReport {
  const seen = restriction.table.columns.filter(
    ({ name }) => isCopied(name, beside, restriction) && !restriction.deniedColumns.has(name),
  );
  const columns = seen.length;
  return { table, source, ...(rows === undefined ? {} : { rows }), columns, reading: [], doubts: [] };
}

async function schemaOf(loader: Loader, database: string): Promise<DatabaseSchema> {
  const own = `database_name = ${quotedText(database)} AND NOT internal`;
  const relations = await ask(
    loader,
    `SELECT table_name, 'table', comment FROM duckdb_tables() WHERE ${own}
      UNION ALL SELECT view_name, 'view', comment FROM duckdb_views() WHERE ${own}`,
  );
  const columns = await ask(
    loader,
    `SELECT table_name, column_name, data_type, comment FROM duckdb_columns() WHERE ${own} ORDER BY column_index`,
  );
  return {
    tables: relations.map(
      ([name, kind, comment]): TableSchema => ({
        name: String(name),
        kind: kind === "view" ? "view" : "table",
        foreignKeys: [],
        ...(typeof comment === "string" ? { comment } : {}),
        columns: columns
          .filter(([table]) => table === name)
          .map(([, column, type, said]) => ({
            name: String(column),
            declaredType: String(type),
            affinity: duckdbAffinity(String(type)),
            nullable: true,
            ...(typeof said === "string" ? { comment: said } : {}),
          })),
      }),
    ),
  };
}
