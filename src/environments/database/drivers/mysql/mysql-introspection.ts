import { given } from "../../../../util/given.ts";
import {
  affinityOf,
  type CatalogColumn,
  type CatalogKey,
  type CatalogRow,
  type CatalogTable,
  enumValuesIn,
  type JsonKeys,
  jsonKeysIn,
  keysSeen,
  noteOf,
  SAMPLED_ROWS,
  SAMPLING_MILLISECONDS,
  schemaOf,
} from "../../driver/catalog-schema.ts";
import type { DatabaseSchema } from "../../schema/database-schema.ts";
import { mysqlCatalogQueries } from "./mysql-catalog-queries.ts";
import type { MysqlTransaction } from "./mysql-session.ts";
import type { MysqlAddress } from "./mysql-url.ts";

type OfTable<Names extends string> = CatalogRow<Names | "TABLE_NAME">;
type Relation = OfTable<"TABLE_TYPE" | "TABLE_COMMENT" | "TABLE_ROWS" | "CREATE_OPTIONS">;
type Column = OfTable<
  | "COLUMN_NAME"
  | "COLUMN_TYPE"
  | "DATA_TYPE"
  | "IS_NULLABLE"
  | "COLUMN_COMMENT"
  | "PRIVILEGES"
  | "EXTRA"
  | "GENERATION_EXPRESSION"
>;
type KeyPart = OfTable<"INDEX_NAME" | "COLUMN_NAME" | "SUB_PART">;
type ForeignKeyPart = OfTable<
  | "CONSTRAINT_NAME"
  | "COLUMN_NAME"
  | "REFERENCED_TABLE_SCHEMA"
  | "REFERENCED_TABLE_NAME"
  | "REFERENCED_COLUMN_NAME"
>;
type Partitions = OfTable<"PARTS" | "PARTITION_METHOD" | "PARTITION_EXPRESSION">;

export interface MysqlSchemaOptions extends Pick<MysqlAddress, "database" | "databases"> {
  /** JSON is a text with a check there. */
  readonly keepsJsonAsText: boolean;
  /** A name as a query writes it. */
  readonly identifier: (name: string) => string;
}

/** Tables and views of the address's databases that the user may read, database by database; those of the connection's own have no schema. */
export async function mysqlSchema(
  { rows, records }: MysqlTransaction,
  { database: own, databases, keepsJsonAsText, identifier }: MysqlSchemaOptions,
): Promise<DatabaseSchema> {
  const tables: CatalogTable[] = [];
  const columns: CatalogColumn[] = [];
  const keys: CatalogKey[] = [];
  const deadline = performance.now() + SAMPLING_MILLISECONDS;
  for (const database of databases) {
    const queries = mysqlCatalogQueries(database);
    const of = (row: OfTable<never>) => placeOf(database, row.TABLE_NAME);
    const relations: readonly Relation[] = await records(queries.relations);
    const checks = keepsJsonAsText ? await records<"TABLE_NAME" | "CHECK_CLAUSE">(queries.jsonChecks) : [];
    const json = new Set(checks.map(checkedColumn));
    const readable = Map.groupBy(
      (await records<keyof Column>(queries.columns))
        .filter(({ PRIVILEGES }) => /\bselect\b/iu.test(PRIVILEGES ?? ""))
        .map((row) =>
          json.has(placeOf(row.TABLE_NAME, row.COLUMN_NAME)) ? { ...row, DATA_TYPE: "json" } : row,
        ),
      ({ TABLE_NAME }) => TABLE_NAME,
    );
    const isPartitioned = relations.some((row) => /\bpartitioned\b/u.test(row.CREATE_OPTIONS ?? ""));
    const partitions: readonly Partitions[] = isPartitioned ? await records(queries.partitions) : [];
    for (const row of relations) {
      const table = tableOf(
        row,
        partitions.find(({ TABLE_NAME }) => TABLE_NAME === row.TABLE_NAME),
      );
      const shown = readable.get(row.TABLE_NAME) ?? [];
      if (shown.length === 0 && table.comment !== BROKEN) continue;
      tables.push({ of: of(row), ...(database === own ? {} : { schema: database }), ...table });
      const from = `${identifier(database)}.${identifier(table.name)}`;
      for (const column of shown) {
        const name = identifier(column.COLUMN_NAME ?? "");
        const isSampled =
          column.DATA_TYPE === "json" && table.kind === "table" && performance.now() < deadline;
        const keysInData = isSampled ? await sampledKeys(rows, from, name) : undefined;
        columns.push({ of: of(row), ...columnOf(column, name, keysInData) });
      }
    }
    keys.push(...keysOf(await records(queries.keys), of));
    keys.push(...foreignKeysOf(await records(queries.foreignKeys), of, own));
  }
  // What a key names may lie where the user may not look.
  const seen = new Set(tables.map(({ schema = own, name }) => placeOf(schema, name)));
  return schemaOf({
    tables,
    columns,
    keys: keys.filter(
      (each) =>
        each.kind !== "foreign" ||
        seen.has(placeOf(each.key.referencedSchema ?? own, each.key.referencedTable)),
    ),
  });
}

function placeOf(first: string | null, second: string | null): string {
  return JSON.stringify([first, second]);
}

/** The server describes a view without columns by its complaint. */
const BROKEN = "This view is broken: it cannot be read.";

function tableOf(row: Relation, partitions: Partitions | undefined): Omit<CatalogTable, "of"> {
  const isView = /VIEW/u.test(row.TABLE_TYPE ?? "");
  const isBroken = isView && /references invalid table\(s\)/u.test(row.TABLE_COMMENT ?? "");
  const said = isBroken ? BROKEN : isView ? "" : row.TABLE_COMMENT;
  const { PARTS, PARTITION_METHOD, PARTITION_EXPRESSION: expression } = partitions ?? {};
  return given({
    name: row.TABLE_NAME ?? "",
    kind: isView ? "view" : "table",
    comment: said || undefined,
    rowCount: isView || row.TABLE_ROWS === null ? undefined : { value: Number(row.TABLE_ROWS), exact: false },
    note: noteOf([
      row.TABLE_TYPE === "SYSTEM VERSIONED" &&
        "keeps earlier rows: a query sees those of now, FOR SYSTEM_TIME ALL behind the name all of them; the number of rows counts both",
      partitions && `${PARTS} partitions by ${PARTITION_METHOD}${expression ? ` (${expression})` : ""}`,
    ]),
  } as const);
}

/** @param written the name as a query writes it */
function columnOf(row: Column, written: string, json: JsonKeys | undefined): Omit<CatalogColumn, "of"> {
  const type = row.DATA_TYPE ?? "";
  const declared = row.COLUMN_TYPE ?? "";
  const usage = type === "set" && `FIND_IN_SET('x', ${written}) tests for one of them`;
  return given({
    name: row.COLUMN_NAME ?? "",
    declaredType: type === "json" ? "json" : declared,
    affinity: type === "bit" ? "integer" : affinityOf(type),
    nullable: row.IS_NULLABLE === "YES",
    comment: noteOf([row.COLUMN_COMMENT, usage]),
    // A column of SET holds combinations of its values.
    enumValues: type === "enum" ? enumValuesIn(declared) : undefined,
    note: noteOf([
      SPATIAL.test(type) && `ST_AsText(${written}) gives it as text`,
      type === "json" && jsonUsage(written, json),
      row.GENERATION_EXPRESSION && `computed: ${row.GENERATION_EXPRESSION}`,
      /\bINVISIBLE\b/u.test(row.EXTRA ?? "") && "SELECT * leaves it out: name it",
    ]),
  } as const);
}

const SPATIAL = /^(?:geometry|point|linestring|polygon|multi\w+|geomcollection|geometrycollection)$/u;

function jsonUsage(name: string, json: JsonKeys | undefined): string {
  const [first = "key"] = json?.keys ?? [];
  const step = /^[A-Za-z_]\w*$/u.test(first)
    ? first
    : `"${first.replaceAll('"', '\\"').replaceAll("'", "''")}"`;
  return json?.shape === "array"
    ? `array of objects; ${keysSeen(json)}JSON_VALUE(${name}, '$[0].${step}') gives one of the first element`
    : `${keysSeen(json)}JSON_VALUE(${name}, '$.${step}') gives a text or number`;
}

/** Both are written as in a query. Undefined where there are no keys, or where they cannot be read. */
async function sampledKeys(
  rows: MysqlTransaction["rows"],
  table: string,
  name: string,
): Promise<JsonKeys | undefined> {
  const sql = `SELECT JSON_TYPE(j) = 'ARRAY', JSON_KEYS(IF(JSON_TYPE(j) = 'ARRAY', JSON_EXTRACT(j, '$[0]'), j))
FROM (SELECT ${name} AS j FROM ${table} LIMIT ${SAMPLED_ROWS}) AS s`;
  const sampled = await rows(sql).catch((error: unknown) => {
    // What the server itself complains of has a state; a lost connection has none.
    if ("sqlState" in (error as object)) return [];
    throw error;
  });
  return jsonKeysIn(sampled.map(([isArray, keys = null]) => ({ isArray: isArray === "1", keys })));
}

function checkedColumn({ TABLE_NAME, CHECK_CLAUSE }: OfTable<"CHECK_CLAUSE">): string {
  const column = /^json_valid\(`((?:[^`]|``)*)`\)$/su.exec(CHECK_CLAUSE ?? "")?.[1];
  return placeOf(TABLE_NAME, column?.replaceAll("``", "`") ?? null);
}

function keysOf(parts: readonly KeyPart[], of: (row: OfTable<never>) => string): readonly CatalogKey[] {
  return [...Map.groupBy(parts, (row) => placeOf(row.TABLE_NAME, row.INDEX_NAME)).values()].flatMap(
    (rows) => {
      const [first] = rows;
      if (first === undefined) return [];
      const kind = first.INDEX_NAME === "PRIMARY" ? "primary" : "unique";
      // Beginnings of texts may be unique where the texts are not asked for.
      if (kind === "unique" && first.SUB_PART !== null) return [];
      return [{ of: of(first), kind, columns: rows.map(({ COLUMN_NAME }) => COLUMN_NAME ?? "") } as const];
    },
  );
}

function foreignKeysOf(
  parts: readonly ForeignKeyPart[],
  of: (row: OfTable<never>) => string,
  ownDatabase: string,
): readonly CatalogKey[] {
  const byName = Map.groupBy(parts, (row) => placeOf(row.TABLE_NAME, row.CONSTRAINT_NAME));
  return [...byName.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { REFERENCED_TABLE_SCHEMA: schema, REFERENCED_TABLE_NAME: table } = first;
    const key = given({
      columns: rows.map(({ COLUMN_NAME }) => COLUMN_NAME ?? ""),
      referencedSchema: schema === ownDatabase ? undefined : (schema ?? ""),
      referencedTable: table ?? "",
      referencedColumns: rows.map(({ REFERENCED_COLUMN_NAME }) => REFERENCED_COLUMN_NAME ?? ""),
    });
    return [{ of: of(first), kind: "foreign", key } as const];
  });
}
