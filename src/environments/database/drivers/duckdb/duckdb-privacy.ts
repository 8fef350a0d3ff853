import type { CatalogEntry, PrivacyFacts } from "../../sql/privacy-facts.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { isHarmlessDuckdbFunction } from "./duckdb-harmless-functions.ts";
import { duckdbLexical } from "./duckdb-lexical.ts";
import { duckdbStatementNames } from "./duckdb-statement-names.ts";

/** Views, computed columns and macros with their definitions, as the engine writes them out. */
const CATALOG = `
SELECT 'table', schema_name, table_name, NULL, NULL, false FROM duckdb_tables()
WHERE database_name = current_database() AND NOT internal
UNION ALL
SELECT 'view', schema_name, view_name, NULL, sql, false FROM duckdb_views()
WHERE database_name = current_database() AND NOT internal
UNION ALL
SELECT 'column', c.schema_name, c.table_name, c.column_name, c.column_default, false
FROM duckdb_columns() c JOIN duckdb_tables() t ON t.database_name = c.database_name AND t.table_oid = c.table_oid
WHERE c.database_name = current_database() AND c.column_default IS NOT NULL AND contains(t.sql, 'GENERATED ALWAYS AS')
UNION ALL
SELECT 'function', schema_name, function_name, NULL, macro_definition, len(parameters) > 0 FROM duckdb_functions()
WHERE database_name = current_database() AND NOT internal`;

/** Words with which a query takes columns that it does not name. */
const TAKES_COLUMNS = new Set(
  "COLUMNS UNPACK PIVOT PIVOT_WIDER UNPIVOT PIVOT_LONGER SUMMARIZE DESCRIBE SHOW".split(" "),
);
const FINDS_TABLES = new Set(
  "query query_table histogram_values seq_scan summary json_execute_serialized_sql".split(" "),
);
/** What a table's name, or its alias, may stand behind where it is no value. */
const BEFORE_TABLE = new Set(["FROM", "JOIN", "VIEW"]);
/** What else than an alias may stand behind AS, with a bracket behind it or again elsewhere. */
const BEHIND_AS = new Set(["SELECT", "FROM", "WITH", "VALUES", "NOT", "MATERIALIZED", "DECIMAL"]);

const BUILT_IN_TYPES = new Set(["json", "enum"]);

export const duckdbPrivacy: PrivacyFacts = {
  catalogSql: CATALOG,
  catalogEntries: (rows) =>
    rows.map(
      ([kind, schema, name, column, definition, hasParameters]): CatalogEntry => ({
        kind: kind as CatalogEntry["kind"],
        schema: String(schema),
        name: String(name),
        visible: schema === "main",
        ...(column === null || column === undefined ? {} : { column: String(column) }),
        ...(definition === null || definition === undefined ? {} : definedAs(String(definition))),
        // Whoever calls a macro may name a column of its table there.
        ...(hasParameters === true ? { takesUnnamedColumns: true } : {}),
      }),
    ),
  namesIn: duckdbStatementNames,
  takesUnnamedColumns,
  isSameName: (written, name) => fold(written) === fold(name),
  isHarmlessFunction: isHarmlessDuckdbFunction,
  isCatalogFunction: () => false,
  isCatalogTable: (name) => /^(?:information_schema$|duckdb_|pragma_|sqlite_|pg_)/u.test(name),
  isBuiltInType: (name) => BUILT_IN_TYPES.has(fold(name)),
  inlineHint: "NOT MATERIALIZED ",
  unknownTable: (name) => `Table with name ${name} does not exist`,
  unknownFunction: (name) => `Function with name ${name} does not exist, or cannot be used here`,
  unknownType: (name) => `Type with name ${name} does not exist`,
};

function definedAs(definition: string): Pick<CatalogEntry, "definition" | "mayReadAnything"> {
  return callsByName(definition) ? { definition, mayReadAnything: true } : { definition };
}

/** A call that finds a table by a text, which may be put together. */
function callsByName(definition: string): boolean {
  const { tokens } = tokenize(definition, duckdbLexical);
  return tokens.some(({ kind, value }, at) => {
    if (kind !== "word" && kind !== "identifier") return false;
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (next?.kind !== "symbol" || next.value !== "(") return false;
    const isSource = before !== undefined && ["FROM", "JOIN", ",", "."].includes(before.value);
    return FINDS_TABLES.has(fold(value)) || (isSource && fold(value) === "histogram");
  });
}

/**
 * True where a definition may take columns in another way than by their names: by place or pattern, renamed (`t AS u(a, b)`), or as the row of a
 * whole table (`SELECT t FROM t`). An alias stands behind AS in what the engine writes out.
 */
function takesUnnamedColumns(definition: string, tables: ReadonlySet<string>): boolean {
  const { tokens } = tokenize(definition, duckdbLexical);
  const sources = new Set([...tables].map(fold));
  const bare = new Set<string>();
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind === "symbol" && value === "#") return true;
    if (kind === "word" && TAKES_COLUMNS.has(value)) return true;
    if (kind !== "identifier" && (kind !== "word" || BEHIND_AS.has(value))) continue;
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const is = (token: Token | undefined, symbol: string) =>
      token?.kind === "symbol" && token.value === symbol;
    const isAlias = before?.kind === "word" && before.value === "AS";
    const isTable = before?.kind === "word" && BEFORE_TABLE.has(before.value);
    if (isAlias && is(next, "(")) return true;
    if (isAlias || isTable) sources.add(fold(value));
    else if (!is(before, ".") && !is(next, ".")) bare.add(fold(value));
  }
  return [...sources].some((name) => bare.has(name));
}

function fold(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
