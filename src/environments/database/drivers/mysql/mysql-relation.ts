import { mysqlCatalogQueries } from "./mysql-catalog-queries.ts";
import type { MysqlTransaction } from "./mysql-session.ts";

export type MysqlRow = readonly (string | null)[];

/** A table or view with what the catalog has of it. */
export interface MysqlRelation {
  /** As `relations` of the catalog queries gives it. */
  readonly row: MysqlRow;
  /** With its database, as a query writes it. */
  readonly written: string;
  readonly isView: boolean;
  /** The server describes a view without columns by its complaint. */
  readonly isBroken: boolean;
  /** Those that the user may read; the type is `json` also where MariaDB keeps it as text. */
  readonly columns: readonly MysqlRow[];
  readonly keys: readonly MysqlRow[];
  readonly foreignKeys: readonly MysqlRow[];
  readonly partitions: MysqlRow | undefined;
}

export interface MysqlRelationOptions {
  /** JSON is a text with a check there. */
  readonly keepsJsonAsText: boolean;
  /** A name as a query writes it. */
  readonly identifier: (name: string) => string;
}

/** What the user may read of one database. */
export async function mysqlRelations(
  rows: MysqlTransaction["rows"],
  database: string,
  { keepsJsonAsText, identifier }: MysqlRelationOptions,
): Promise<readonly MysqlRelation[]> {
  const queries = mysqlCatalogQueries(database);
  const relations = await rows(queries.relations);
  const json = keepsJsonAsText ? jsonColumns(await rows(queries.jsonChecks)) : new Set<string>();
  const columns = byTable(
    (await rows(queries.columns)).map((row) => (json.has(nameOf(row)) ? row.with(3, "json") : row)),
  );
  const keys = byTable(await rows(queries.keys));
  const foreignKeys = byTable(await rows(queries.foreignKeys));
  const isPartitioned = relations.some((row) => /\bpartitioned\b/u.test(row[5] ?? ""));
  const partitions = byTable(isPartitioned ? await rows(queries.partitions) : []);
  return relations
    .map((row): MysqlRelation => {
      const name = row[0] ?? "";
      const isView = /VIEW/u.test(row[1] ?? "");
      return {
        row,
        written: `${identifier(database)}.${identifier(name)}`,
        isView,
        isBroken: isView && /references invalid table\(s\)/u.test(row[2] ?? ""),
        columns: (columns.get(name) ?? []).filter((each) => /\bselect\b/iu.test(each[6] ?? "")),
        keys: keys.get(name) ?? [],
        foreignKeys: foreignKeys.get(name) ?? [],
        partitions: partitions.get(name)?.[0],
      };
    })
    .filter((each) => each.columns.length > 0 || each.isBroken);
}

function jsonColumns(checks: readonly MysqlRow[]): ReadonlySet<string> {
  return new Set(
    checks.flatMap(([table = "", clause]) => {
      const column = /^json_valid\(`((?:[^`]|``)*)`\)$/su.exec(clause ?? "")?.[1];
      return column === undefined ? [] : [nameOf([table, column.replaceAll("``", "`")])];
    }),
  );
}

function nameOf([table, column]: MysqlRow): string {
  return JSON.stringify([table, column]);
}

function byTable(rows: readonly MysqlRow[]): ReadonlyMap<string, readonly MysqlRow[]> {
  return Map.groupBy(rows, (row) => row[0] ?? "");
}
