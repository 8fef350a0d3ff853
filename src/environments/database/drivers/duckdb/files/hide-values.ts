import { MASKED_TEXT, type PrivacyRules } from "../../../../../environment/privacy-rules.ts";
import { resolveRestrictions } from "../../../privacy/resolve-restrictions.ts";
import { isRestricted, type TableRestriction } from "../../../privacy/restrictions.ts";
import { readDuckdbSchema } from "../duckdb-catalog.ts";
import { duckdbDialect } from "../duckdb-dialect.ts";
import type { LoadedFiles } from "./build-database.ts";
import type { TableReport } from "./load-report.ts";
import { ask, type Loader, quotedName, quotedText } from "./loader.ts";

/** Stand-ins for masked values by column type: readers see `***` for any type. */
const STAND_INS: readonly (readonly [type: RegExp, value: string])[] = [
  [/^VARCHAR$/u, MASKED_TEXT],
  [/^(?:BIGINT|DOUBLE|DECIMAL\(.*\))$/u, "0"],
  [/^BOOLEAN$/u, "false"],
  [/^DATE$/u, "1970-01-01"],
  [/^TIMESTAMP$/u, "1970-01-01 00:00:00"],
  [/^TIME$/u, "00:00:00"],
];

/**
 * Copies a file database without the values that a policy hides: denied tables have no rows, denied columns no values, and masked values become a
 * stand-in. Tables and columns keep their names and types, so that the same policy applies to the copy. The loading notes of a restricted table are
 * dropped, as they quote cells. Views over Parquet files are copied unchanged: they hold no values.
 * @throws FuxiError `configuration-invalid` for a pattern that matches nothing
 */
export async function hideValues(
  loader: Loader,
  loaded: LoadedFiles,
  { from, to, privacy }: { readonly from: string; readonly to: string; readonly privacy: PrivacyRules },
): Promise<LoadedFiles> {
  await ask(loader, `USE ${quotedName(from)}`);
  const schema = await readDuckdbSchema(loader.connection);
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
  // The copy holds only current content, with all comments; the original file may still hold deleted values.
  await ask(loader, `COPY FROM DATABASE ${quotedName(from)} TO ${quotedName(to)}`);
  return { ...loaded, tables: reports };
}

async function clear(
  loader: Loader,
  restriction: TableRestriction,
  { source }: TableReport,
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

/** The report without texts that quote cells. */
function ofPart({ table, source, rows }: TableReport, restriction: TableRestriction): TableReport {
  const columns = restriction.table.columns.length - restriction.deniedColumns.size;
  return { table, source, ...(rows === undefined ? {} : { rows }), columns, reading: [], doubts: [] };
}
