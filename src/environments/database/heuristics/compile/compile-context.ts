import type { ActContext } from "../../../../environment/act-context.ts";
import { type ColumnProfile, profileColumn } from "../../check/column-profile.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { TableColumn } from "../lexicon/link.ts";

/** Longest time to read a question in a database of this many tables, where "name" may be any of hundreds of columns. */
const LONGEST_MILLISECONDS = 1500;
const MANY_TABLES = 100;

/** Reading a question has taken too long. */
export class TookTooLong extends Error {}

/** The services for compiling one question. */
export interface CompileContext {
  readonly services: DatabaseServices;
  readonly act: ActContext;
  /** @throws TookTooLong if the time for a question in a large database is over */
  checkTime(): void;
  /** The profile of a column's values; cached for the question. */
  profile(field: TableColumn): Promise<ColumnProfile | undefined>;
  ask(
    sql: string,
    parameters?: readonly SqlValue[],
    maxRows?: number,
  ): Promise<readonly (readonly SqlValue[])[]>;
}

export function compileContext(services: DatabaseServices, act: ActContext): CompileContext {
  const profiles = new Map<unknown, Promise<ColumnProfile | undefined>>();
  const query = (sql: string, parameters: readonly SqlValue[] = [], maxRows = 100) =>
    services.driver.query(sql, parameters, {
      maxRows,
      milliseconds: act.limits.milliseconds,
      signal: act.signal,
    });
  const isLarge = services.schema.tables.length >= MANY_TABLES;
  const end = isLarge ? performance.now() + LONGEST_MILLISECONDS : Number.POSITIVE_INFINITY;
  return {
    services,
    act,
    checkTime() {
      if (performance.now() > end) throw new TookTooLong();
    },
    profile(field) {
      const known = profiles.get(field.column) ?? profileColumn(services, field, query);
      profiles.set(field.column, known);
      return known;
    },
    ask: async (sql, parameters, maxRows) => (await query(sql, parameters, maxRows)).rows,
  };
}

export function columnSql({ table, column }: TableColumn, services: DatabaseServices): string {
  return `${qualifiedTable(services, table)}.${services.driver.dialect.identifier(column.name)}`;
}
