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
    if (!isRestricted(restriction)) reports.push(report);
    else {
      if (restriction.table.kind === "table") await clear(loader, restriction, report, from);
      if (!restriction.denied) reports.push(ofPart(report, restriction));
    }
  }
  // A copy has only what is there now, with all comments; the original may hold what was taken out.
  await ask(loader, `COPY FROM DATABASE ${quotedName(from)} TO ${quotedName(to)}`);
  return { ...loaded, tables: reports };
}

async function clear(
  loader: Loader,
  restriction: TableRestriction,
  { source, beside = [] }: TableReport,
  database: string,
): Promise<void> {
  const { table, denied, deniedColumns } = restriction;
  const target = `${quotedName(database)}.main.${quotedName(table.name)}`;
  const hidden = table.columns.filter(({ name }) => isHidden(name, restriction));
  const cells = hidden.map(({ name, declaredType }) => {
    const column = quotedName(name);
    return `${column} = ${deniedColumns.has(name) ? "NULL" : standIn(column, declaredType)}`;
  });
  if (denied) await ask(loader, `DELETE FROM ${target}`);
  else if (cells.length > 0) await ask(loader, `UPDATE ${target} SET ${cells.join(", ")}`);
  await ask(loader, `COMMENT ON TABLE ${target} IS ${quotedText(`from ${source}`)}`);
  for (const { name } of denied ? table.columns : hidden)
    await ask(loader, `COMMENT ON COLUMN ${target}.${quotedName(name)} IS NULL`);
  for (const { name } of beside.filter(({ of }) => isHidden(of, restriction)))
    if (!isHidden(name, restriction))
      await ask(loader, `ALTER TABLE ${target} DROP COLUMN ${quotedName(name)}`);
}

function standIn(column: string, type: string): string {
  const [, value] = STAND_INS.find(([pattern]) => pattern.test(type)) ?? [];
  return value === undefined
    ? `CAST(NULL AS ${type})`
    : `CASE WHEN ${column} IS NOT NULL THEN CAST('${value}' AS ${type}) END`;
}

function isHidden(name: string, { deniedColumns, maskedColumns }: TableRestriction): boolean {
  return deniedColumns.has(name) || maskedColumns.has(name);
}

/** Without what quotes cells. */
function ofPart(
  { table, source, rows, beside = [] }: TableReport,
  restriction: TableRestriction,
): TableReport {
  const left = beside.filter(({ name, of }) => isHidden(of, restriction) && !isHidden(name, restriction));
  const columns = restriction.table.columns.length - left.length - restriction.deniedColumns.size;
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
