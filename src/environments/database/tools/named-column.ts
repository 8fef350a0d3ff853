import { type ToolFailure, toolFailure } from "../../../environment/tool-failure.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnRef } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { columnRef, qualifiedTable } from "../schema/find-table.ts";
import type { ToolOutcome } from "./database-tool.ts";
import { columnName } from "./value-matches.ts";

const MOST_NAMED = 5;

/** The answer to a look into a masked column. */
export function maskedColumn(column: ColumnRef): ToolOutcome {
  const message = `${columnName(column)} is masked: its values are not shown or searched.`;
  return { failure: toolFailure("not-permitted", message, { argument: "column", text: column.column }) };
}

/** What a look for a value in all columns leaves out; undefined where no column is masked. */
export function maskedNote({ schema }: Pick<DatabaseServices, "schema">): string | undefined {
  const masked = schema.tables.flatMap((table) =>
    table.columns.flatMap((column) => (column.masked === true ? [columnName(columnRef(table, column))] : [])),
  );
  if (masked.length === 0) return undefined;
  const more = masked.length > MOST_NAMED ? ` and ${masked.length - MOST_NAMED} more` : "";
  return `Masked, so not searched: ${masked.slice(0, MOST_NAMED).join(", ")}${more}.`;
}

/** In quotes, or up to the next point, quote or bracket. */
const PART = /"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([^."`[\]]+)/gu;
/** Longer than any name: what is not closed would be searched to its end for each quote. */
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
  | { readonly failure: ToolFailure; readonly table?: never };

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
  | { readonly failure: ToolFailure; readonly column?: never };

/** The table of that name; quotes, a schema before it and another case do no harm. */
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
  const shown = near.length > 0 ? "" : ` Tables: ${listed(names)}.`;
  const meant = near.map(({ name: text }) => ({ text, replaces: given }));
  const part = { argument: "table", text: given };
  return { failure: toolFailure("unknown-table", `There is no table "${given}".${shown}`, part, meant) };
}

/** None of them is the one that a statement would find without a schema: to take one would answer of another. */
function severalTables(
  services: DatabaseServices,
  named: readonly TableSchema[],
  given: string,
): ToolFailure {
  const names = named.map((table) => qualifiedTable(services, table));
  const message = `${named.length} schemas have a table "${given}": ${listed(names)}. Name the schema, too.`;
  const meant = names.slice(0, 3).map((text) => ({ text, replaces: given }));
  return toolFailure("unknown-table", message, { argument: "table", text: given }, meant);
}

/** The column of that name; `table.column` and quotes do no harm. */
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

function unknownColumn(services: DatabaseServices, table: TableSchema, given: string): ToolFailure {
  const name = lastName(given);
  const names = table.columns.map((column) => column.name);
  const here = nearestNames(name, names, { limit: 3 });
  const elsewhere = services.schema.tables
    .filter(
      (other) => other !== table && other.columns.some((column) => folded(column.name) === folded(name)),
    )
    .slice(0, 3)
    .map((other) => ({ text: `${other.name}.${name}`, reason: `column of ${other.name}` }));
  const near = here.map((each) => ({ text: each.name, replaces: given, reason: `column of ${table.name}` }));
  const sure = (here[0]?.score ?? 0) >= 0.8;
  const message = `${table.name} has no column "${given}". Its columns: ${listed(names)}.`;
  const meant = sure ? [...near, ...elsewhere] : [...elsewhere, ...near];
  return toolFailure("unknown-column", message, { argument: "column", text: given }, meant);
}

export function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
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
