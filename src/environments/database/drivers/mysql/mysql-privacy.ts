import type { CatalogEntry, PrivacyFacts } from "../../sql/privacy-facts.ts";
import { mysqlFunctions } from "./mysql-functions.ts";
import { mysqlLexical } from "./mysql-lexical.ts";
import { refusedCall } from "./mysql-refused-names.ts";
import { mysqlStatementNames } from "./mysql-statement-names.ts";
import { writeMysqlValue } from "./mysql-value.ts";

export interface MysqlPrivacyFacts {
  readonly sqlMode: ReadonlySet<string>;
  /** The one whose tables need no name before theirs. */
  readonly database: string;
  /** Those whose tables are seen. */
  readonly databases: readonly string[];
  /** All that the user may name. */
  readonly usableDatabases: readonly string[];
  /** True where tables are told apart by the case of their letters. */
  readonly namesHaveCase: boolean;
}

/** Of the functions that queries use, those that tell of the session or the server, or of a column's declaration. */
const NOT_HARMLESS = new Set(
  `connection_id current_role current_user database default found_rows last_insert_id name_const row_count schema session_user
  system_user user`.split(/\s+/u),
);

const OF_THE_SERVER = new Set(["information_schema", "mysql", "performance_schema", "sys"]);

/** What keeps its rows itself. MERGE, FEDERATED, CONNECT, SPIDER and their like show those of others. */
const OWN_ROWS =
  "'InnoDB', 'MyISAM', 'Aria', 'MEMORY', 'ARCHIVE', 'CSV', 'BLACKHOLE', 'ROCKSDB', 'Columnstore', 'TokuDB'";

/**
 * How parts of a MariaDB database are kept out of reach; undefined under modes in which the server reads texts by another grammar.
 */
export function mysqlPrivacy(facts: MysqlPrivacyFacts): PrivacyFacts | undefined {
  const { sqlMode, database, databases, namesHaveCase } = facts;
  if (sqlMode.has("ORACLE") || sqlMode.has("MSSQL")) return undefined;
  const lexical = mysqlLexical(sqlMode);
  const functions = mysqlFunctions("mariadb");
  const taken = new Set(
    [...facts.usableDatabases, ...facts.databases, ...OF_THE_SERVER].map((name) => name.toLowerCase()),
  );
  const isDatabase = (name: string): boolean => taken.has(name.toLowerCase());
  const isHarmlessFunction = (name: string): boolean => {
    const lower = name.toLowerCase();
    return functions.has(lower) && !NOT_HARMLESS.has(lower) && refusedCall(lower) === undefined;
  };
  const isSameName = (written: string, name: string): boolean =>
    namesHaveCase ? written === name : written.toLowerCase() === name.toLowerCase();
  const isOfThisDatabase = (definition: string): boolean =>
    readsOnly(definition, isDatabase, {
      mayRead: (schema) => databases.some((each) => isSameName(schema ?? "", each)),
      mayCall: isHarmlessFunction,
    });
  return {
    catalogSql: catalogSql(databases),
    catalogEntries: (rows) =>
      rows.map(([kind, schema, name, column, definition]): CatalogEntry => {
        const text = definition === null || definition === undefined ? "" : String(definition);
        return {
          kind: kind as CatalogEntry["kind"],
          schema: String(schema),
          name: String(name),
          visible: schema === database,
          ...(column === null || column === undefined ? {} : { column: String(column) }),
          ...(kind === "table" ? {} : { definition: text }),
          ...(kind === "column" || kind === "table" || isOfThisDatabase(text)
            ? {}
            : { mayReadAnything: true }),
        };
      }),
    namesIn: (sql) => mysqlStatementNames(sql, lexical, isDatabase),
    isSameName,
    isHarmlessFunction,
    isCatalogFunction: () => false,
    isCatalogTable: (name) => OF_THE_SERVER.has(name),
    isBuiltInType: () => true,
    inlineHint: "",
    tablesNeedSchema: true,
    unknownTable: (name) => `Table '${name}' doesn't exist`,
    unknownFunction: (name) => `FUNCTION ${name} does not exist, or cannot be used here`,
    unknownType: (name) => `Unknown type '${name}'`,
  };
}

/** Tables, views, computed columns and routines. Of a view whose definition the user may not see it is empty. */
function catalogSql(databases: readonly string[]): string {
  return (databases.length === 0 ? [""] : databases).map(catalogOf).join("\nUNION ALL\n");
}

function catalogOf(database: string): string {
  const name = writeMysqlValue(database);
  return `
SELECT CASE WHEN ENGINE IN (${OWN_ROWS}) THEN 'table' ELSE 'view' END AS kind, ${name} AS home, TABLE_NAME AS name, NULL AS part, NULL AS definition
FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${name} AND TABLE_TYPE NOT LIKE '%VIEW' AND TABLE_TYPE <> 'SEQUENCE'
UNION ALL
SELECT 'view', ${name}, TABLE_NAME, NULL, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ${name}
UNION ALL
SELECT 'column', ${name}, TABLE_NAME, COLUMN_NAME, GENERATION_EXPRESSION FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = ${name} AND GENERATION_EXPRESSION <> ''
UNION ALL
SELECT 'function', ${name}, ROUTINE_NAME, NULL, NULL FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ${name}`;
}

/** How the server writes definitions, whatever the session's mode is. */
const DEFINITION = mysqlLexical(new Set());

/** The server writes the database before every table of a view. Whether a backslash stands for itself it does not tell. */
function readsOnly(
  definition: string,
  isDatabase: (name: string) => boolean,
  {
    mayRead,
    mayCall,
  }: {
    readonly mayRead: (schema: string | undefined) => boolean;
    readonly mayCall: (name: string) => boolean;
  },
): boolean {
  if (definition === "" || definition.includes("\\'")) return false;
  try {
    const { relations, functions } = mysqlStatementNames(definition, DEFINITION, isDatabase);
    return relations.every(({ schema }) => mayRead(schema)) && functions.every(({ name }) => mayCall(name));
  } catch {
    return false;
  }
}
