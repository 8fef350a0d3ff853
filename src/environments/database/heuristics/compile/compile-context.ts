import type { ActContext } from "../../../../environment/act-context.ts";
import { type ColumnProfile, profileColumn } from "../../check/column-profile.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { ColumnPlace } from "../lexicon/link.ts";

/** What reading one question works with. */
export interface CompileContext {
  readonly services: DatabaseServices;
  readonly act: ActContext;
  /** What stands in a column; remembered for the question. */
  profile(place: ColumnPlace): Promise<ColumnProfile | undefined>;
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
  return {
    services,
    act,
    profile(place) {
      const known = profiles.get(place.column) ?? profileColumn(services, place, query);
      profiles.set(place.column, known);
      return known;
    },
    ask: async (sql, parameters, maxRows) => (await query(sql, parameters, maxRows)).rows,
  };
}

export function columnSql({ table, column }: ColumnPlace, services: DatabaseServices): string {
  return `${qualifiedTable(services, table)}.${services.driver.dialect.identifier(column.name)}`;
}
