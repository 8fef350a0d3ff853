import { type Marked, ownText, say, schemaName, written } from "../../../environment/egress/marks.ts";
import { type MarkedFailure, toolFailure } from "../../../environment/tool-failure.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { DatabaseServices } from "../database-services.ts";
import { type ColumnRef, columnRef } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { columnName } from "./value-matches.ts";

const MOST_NAMED = 5;

/** The column of that name, unless its values are masked. */
export function searchableColumn(services: DatabaseServices, table: string, column: string): NamedColumn {
  const named = namedColumn(services, table, column);
  if (named.failure || named.column.masked !== true) return named;
  const message = say`${columnName(named.ref)} is masked: its values are not shown or searched.`;
  return { failure: toolFailure("not-permitted", message, { argument: "column", text: named.column.name }) };
}

/** Note that a search of all columns leaves out the masked ones; undefined where no column is masked. */
export function maskedNote({ schema }: Pick<DatabaseServices, "schema">): Marked | undefined {
  const masked = schema.tables.flatMap((table) =>
    table.columns.flatMap((column) => (column.masked === true ? [columnName(columnRef(table, column))] : [])),
  );
  if (masked.length === 0) return undefined;
  const more = masked.length > MOST_NAMED ? say` and ${masked.length - MOST_NAMED} more` : "";
  return say`Masked, so not searched: ${masked.slice(0, MOST_NAMED)}${more}.`;
}

/** A part of a name: in quotes, or up to the next point, quote or bracket. */
const PART = /"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([^."`[\]]+)/gu;
/** Longer than any name. Bounds the search for closing quotes, which is repeated for each opening quote. */
const LONGEST_NAME = 1000;

/** The parts of a name that is written with points between them, without their quotes and empty ones: `"my shop".[city]` has two. */
function nameParts(given: string): readonly string[] {
  return [...given.slice(0, LONGEST_NAME).matchAll(PART)]
    .map((match) => match.slice(1).find((part) => part !== undefined) ?? "")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const MOST_NAMES = 40;

export type NamedTable =
  | { readonly table: TableSchema; readonly failure?: never }
  | { readonly failure: MarkedFailure; readonly table?: never };

export type NamedColumn =
  | {
      readonly table: TableSchema;
      readonly column: ColumnSchema;
      readonly ref: ColumnRef;
      /** Table and column as SQL. */
      readonly tableSql: string;
      readonly columnSql: string;
      readonly failure?: never;
    }
  | { readonly failure: MarkedFailure; readonly column?: never };

/** The table of that name; quotes, a schema prefix and case are ignored where only one table fits. */
export function namedTable(services: DatabaseServices, given: string): NamedTable {
  const { tables } = services.schema;
  const { dialect } = services.driver;
  const name = given.trim();
  const named = tables.filter((table) => dialect.sameIdentifier(table.name, name));
  const unprefixed = named.find((table) => table.schema === undefined);
  if (unprefixed === undefined && named.length > 1) return { failure: severalTables(services, named, given) };
  const found =
    unprefixed ??
    onlyOne(named) ??
    bySchemaAndName(tables, given) ??
    onlyOne(tables.filter((table) => folded(table.name) === folded(lastName(given))));
  if (found) return { table: found };
  const names = tables.map((table) => table.name);
  const near = nearestNames(lastName(given), names, { limit: 3 });
  const shown = near.length > 0 ? "" : say` Tables: ${listed(names)}.`;
  const meant = near.map(({ name }) => ({ text: schemaName(name), replaces: given }));
  const part = { argument: "table", text: given };
  return {
    failure: toolFailure("unknown-table", say`There is no table "${written(given)}".${shown}`, part, meant),
  };
}

/** The failure for a name of tables in several schemas, none of which a statement would find without a schema. */
function severalTables(
  services: DatabaseServices,
  named: readonly TableSchema[],
  given: string,
): MarkedFailure {
  const names = named.map((table) => qualifiedTable(services, table));
  const message = say`${named.length} schemas have a table "${written(given)}": ${listed(names)}. Name the schema, too.`;
  const meant = names.slice(0, 3).map((text) => ({ text, replaces: given }));
  return toolFailure("unknown-table", message, { argument: "table", text: given }, meant);
}

/** The column of that name; quotes, case and a table prefix are ignored where only one column fits. */
export function namedColumn(services: DatabaseServices, givenTable: string, given: string): NamedColumn {
  const found = namedTable(services, givenTable);
  if (found.failure) return found;
  const { table } = found;
  const { dialect } = services.driver;
  const name = given.trim();
  const column =
    table.columns.find((each) => dialect.sameIdentifier(each.name, name)) ??
    onlyOne(table.columns.filter((each) => folded(each.name) === folded(name))) ??
    onlyOne(table.columns.filter((each) => folded(each.name) === folded(lastName(name))));
  if (!column) return { failure: unknownColumn(services, table, given) };
  return {
    table,
    column,
    ref: columnRef(table, column),
    tableSql: qualifiedTable(services, table),
    columnSql: dialect.identifier(column.name),
  };
}

function unknownColumn(services: DatabaseServices, table: TableSchema, given: string): MarkedFailure {
  const name = lastName(given);
  const names = table.columns.map((column) => column.name);
  const here = nearestNames(name, names, { limit: 3 });
  const elsewhere = services.schema.tables
    .filter(
      (other) => other !== table && other.columns.some((column) => folded(column.name) === folded(name)),
    )
    .slice(0, 3)
    .map((other) => ({
      text: ownText(`${other.name}.${name}`),
      reason: say`column of ${schemaName(other.name)}`,
    }));
  const near = here.map((each) => ({
    text: schemaName(each.name),
    replaces: given,
    reason: say`column of ${schemaName(table.name)}`,
  }));
  const sure = (here[0]?.score ?? 0) >= 0.8;
  const message = say`${schemaName(table.name)} has no column "${written(given)}". Its columns: ${listed(names)}.`;
  const meant = sure ? [...near, ...elsewhere] : [...elsewhere, ...near];
  return toolFailure("unknown-column", message, { argument: "column", text: given }, meant);
}

export function listed(names: readonly string[]): Marked {
  const more = names.length - MOST_NAMES;
  return say`${names.slice(0, MOST_NAMES).map(schemaName)}${more > 0 ? say`, and ${more} more` : ""}`;
}

function bySchemaAndName(tables: readonly TableSchema[], given: string): TableSchema | undefined {
  const parts = nameParts(given);
  if (parts.length < 2) return undefined;
  const [schema, name] = parts.slice(-2).map((part) => part.toLowerCase());
  return tables.find((table) => table.name.toLowerCase() === name && table.schema?.toLowerCase() === schema);
}

function lastName(given: string): string {
  return nameParts(given).at(-1) ?? given;
}

function folded(name: string): string {
  return nameParts(name).join(".").toLowerCase();
}

function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}
