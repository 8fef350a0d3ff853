import { patternParts } from "../../sql/date-pattern-text.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { BoundColumn, BoundType, SqlDialect, StatementInfo } from "../../sql/sql-dialect.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import {
  bareUnless,
  calledNames,
  DATE_PARTS,
  type DateWriting,
  dateFunctions,
  inQuotes,
  isSymbol,
  refusedText,
  STANDARD_LEXICAL,
  STRICT_DIALECT,
  statementByWords,
  withoutQuotes,
} from "../dialect-parts.ts";
import { foreignFunctions } from "../foreign-functions.ts";
import { hidingGrants } from "./mysql-diagnosis.ts";
import { type MysqlServerFacts, mysqlFunctions, mysqlHasFunction } from "./mysql-server-facts.ts";

/**
 * Functions that act even in a read-only transaction: they read files of the server, hold locks, stop other sessions or run commands. The server
 * itself refuses all other writes.
 */
export const REFUSED_FUNCTIONS = new Set(
  `load_file get_lock release_lock release_all_locks service_get_read_locks service_get_write_locks service_release_locks nextval setval
  sys_exec sys_eval sys_set sys_get do_system shell plsql_exec http_get http_post http_put http_delete
  master_pos_wait source_pos_wait master_gtid_wait wait_for_executed_gtid_set wait_until_sql_thread_after_gtids
  audit_log_read audit_log_filter_set_filter keyring_key_fetch keyring_key_generate keyring_key_store keyring_key_remove
  group_replication_set_as_primary group_replication_switch_to_single_primary_mode asynchronous_connection_failover_add_source
  version_tokens_set mysql_query_rewrite flush_rewrite_rules spider_direct_sql spider_bg_direct_sql spider_copy_tables
  spider_flush_table_mon_cache`.split(/\s+/u),
);

/** Relations by database that show passwords or other sessions' statements. */
const REFUSED_RELATIONS: Readonly<Record<string, RegExp>> = {
  information_schema: /^processlist$/u,
  performance_schema:
    /^(?:threads|processlist|events_(?:statements|transactions|waits|stages)_.*|prepared_statements_instances|user_variables_by_thread|accounts|variables_by_thread)$/u,
  mysql:
    /^(?:user|global_priv|password_history|servers|general_log|slow_log|proxies_priv|db|slave_master_info|slave_worker_info)$/u,
  sys: /^(?:x\$)?(?:processlist|session|statement.*|latest_file_io|user_summary.*|host_summary.*)$/u,
};

function refusedRelation(database: string, name: string): string | undefined {
  const names = Object.hasOwn(REFUSED_RELATIONS, database.toLowerCase())
    ? REFUSED_RELATIONS[database.toLowerCase()]
    : undefined;
  return names?.test(name.toLowerCase()) ? `${database.toLowerCase()}.${name.toLowerCase()}` : undefined;
}

const QUERIES = new Set(["SELECT", "WITH", "VALUES", "TABLE"]);
const COMMANDS = new Set(
  `ABORT ALTER ANALYZE BACKUP BEGIN BINLOG CACHE CALL CHANGE CHECK CHECKSUM CLONE CLOSE COMMIT COPY CREATE DEALLOCATE DECLARE DESC
  DESCRIBE DISCARD DO DROP END EXECUTE EXPLAIN FETCH FLUSH GET GRANT HANDLER HELP IMPORT INSTALL KILL LOAD LOCK OPEN OPTIMIZE PRAGMA
  PREPARE PURGE RELEASE RENAME REPAIR RESET RESIGNAL RESTART REVOKE ROLLBACK SAVEPOINT SET SHOW SHUTDOWN SIGNAL
  START STOP TRUNCATE UNINSTALL UNLOCK USE VACUUM ATTACH DETACH REINDEX XA`.split(/\s+/u),
);

/** @param database the connection's own, whose tables need no qualifier */
function mysqlStatementInfo(sql: string, lexical: LexicalRules, database = ""): StatementInfo {
  const text = tokenize(sql, lexical);
  if (hasRunningComment(sql, text.tokens)) return refusedText("a comment that the server may run as code");
  const harm = (tokens: readonly Token[]) => findHarm(tokens, database);
  const info = statementByWords(sql, { lexical, queries: QUERIES, commands: COMMANDS, harm });
  if (text.complete || !info.isQuery) return info;
  const syntaxError = { message: "A quote, a bracket or a comment is not closed", offset: sql.length };
  return { statements: 1, isQuery: false, syntaxError };
}

/**
 * True for `/*!50701 … *\/` and `/*M! … *\/`: whether the server runs them depends on its version, so the parsed text could differ from the executed
 * one. Searches only between tokens, as quoted text may hold the same characters.
 */
export function hasRunningComment(sql: string, tokens: readonly Token[]): boolean {
  const ends = [0, ...tokens.map(({ end }) => end)];
  return ends.some((end, at) => /\/\*M?!/u.test(sql.slice(end, tokens[at]?.start ?? sql.length)));
}

function findHarm(tokens: readonly Token[], database: string): string | undefined {
  const call = calledNames(tokens).find((name) => REFUSED_FUNCTIONS.has(name));
  if (call !== undefined) return `with ${call.toUpperCase()}()`;
  for (const [at, token] of tokens.entries()) {
    const [before, next, later] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    if (token.kind !== "word" && token.kind !== "identifier") continue;
    const qualifier = isSymbol(before, ".") ? tokens[at - 2]?.value : undefined;
    const relation = refusedRelation(qualifier ?? database, token.value);
    if (relation !== undefined && !isSymbol(next, ".") && !isSymbol(next, "(")) return `with ${relation}`;
    if (token.kind !== "word" || isSymbol(before, ".") || isSymbol(next, ".")) continue;
    const words = [token.value, next?.value, later?.value].join(" ");
    if (token.value === "INTO") return "INTO";
    if (/^(?:FOR (?:UPDATE|SHARE)|LOCK IN SHARE)\b/u.test(words)) return "FOR UPDATE or SHARE";
    if (/^NEXT VALUE FOR/u.test(words)) return "with NEXT VALUE";
    if (/^PROCEDURE (?:ANALYSE|[^,() ]+ \()/u.test(words)) return "with PROCEDURE";
  }
  return undefined;
}

/** strftime codes that the server spells differently. STR_TO_DATE takes parts without leading zeros under every code. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  "%M": "%i",
  "%S": "%s",
  "%I": "%h",
  "%B": "%M",
  "%A": "%W",
  "%W": "%u",
  "%-m": "%c",
  "%-d": "%e",
  "%-H": "%k",
  "%-I": "%l",
};
/** Codes for reading a date from a text. */
const READ_CODE = /^%(?:[YyBbpMS]|-?[mdHI])$/u;

/** Defaults for parts of a date that a pattern lacks, each with its code. */
const MISSING = {
  year: { value: "2000", written: "%Y" },
  month: { value: "01", written: "%m" },
  day: { value: "01", written: "%d" },
} as const;

const DATES: DateWriting = {
  // Not FROM_UNIXTIME: it would count in the session's time zone.
  fromEpoch: (expression, perSecond) =>
    `DATE_ADD('1970-01-01', INTERVAL ${expression}${perSecond === 1 ? "" : ` / ${perSecond}`} SECOND)`,
  fromText(expression, pattern) {
    const format = formatOf(pattern);
    if (format === undefined) return undefined;
    // A date without a day is none under the usual sql_mode.
    const missing = (Object.keys(MISSING) as (keyof typeof MISSING)[])
      .filter((part) => !DATE_PARTS[part].test(pattern))
      .map((part) => MISSING[part]);
    if (missing.length === 0) return `STR_TO_DATE(${expression}, '${format}')`;
    const values = missing.map(({ value }) => `${value} `).join("");
    const codes = missing.map(({ written }) => `${written} `).join("");
    return `STR_TO_DATE(CONCAT('${values}', ${expression}), '${codes}${format}')`;
  },
  part: (name, date) => `${name.toUpperCase()}(${date})`,
  day: (date) => `DATE(${date})`,
};

/** The format up to the last part of the date; STR_TO_DATE ignores the rest. */
function formatOf(pattern: string): string | undefined {
  const parts = patternParts(pattern);
  const last = parts.findLastIndex((part) => "code" in part && /^%(?:[Yy]|-?m|[bB]|-?d)$/u.test(part.code));
  const needed = parts.slice(0, last + 1);
  if (needed.some((part) => "code" in part && !READ_CODE.test(part.code))) return undefined;
  return needed
    .map((part) =>
      "code" in part ? mysqlDateFormat(part.code) : part.text.replaceAll("%", "%%").replaceAll("'", "''"),
    )
    .join("");
}

/** Converts strftime codes to a `DATE_FORMAT` format. */
function mysqlDateFormat(pattern: string): string {
  return pattern.replaceAll(/%-?[A-Za-z]/gu, (code) => OTHER_CODES[code] ?? code);
}

/** Quotes words that cannot be bare in every position: those of MariaDB 10.11 (tried on the server) and those that MySQL 8 adds. */
const identifier = bareUnless(
  `accessible add all alter analyze and as asc asensitive before between bigint binary blob both by call cascade case change char
  character check collate column condition constraint continue convert create cross cube cume_dist current_date current_role current_time
  current_timestamp current_user cursor databases day_hour day_microsecond day_minute day_second dec decimal declare default
  delayed delete delete_domain_id dense_rank desc describe deterministic distinct distinctrow div do_domain_ids double drop dual each
  else elseif empty enclosed escaped except exists exit explain false fetch first_value float float4 float8 for force foreign from
  fulltext function generated get grant group grouping groups having high_priority hour_microsecond hour_minute hour_second if ignore
  ignore_domain_ids in index infile inner inout insensitive insert int int1 int2 int3 int4 int8 integer intersect
  interval into io_after_gtids io_before_gtids is iterate join json_table key keys kill lag last_value lateral lead leading leave left
  like limit linear lines load localtime localtimestamp lock long longblob longtext loop low_priority manual master_bind
  master_demote_to_replica master_demote_to_slave master_ssl_verify_server_cert match maxvalue mediumblob mediumint
  mediumtext middleint minute_microsecond minute_second mod modifies natural no_write_to_binlog not nth_value ntile null
  numeric of offset on optimize optimizer_costs optionally or order out outer outfile over page_checksum parallel parse_vcol_expr
  partition percent_rank portion precision primary procedure purge qualify range rank read read_write reads real recursive
  ref_system_id references regexp release rename repeat replace require resignal restrict return returning revoke right
  rlike row row_number rows schema schemas second_microsecond select sensitive separator set show signal smallint spatial specific sql
  sql_big_result sql_calc_found_rows sql_small_result sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc
  stats_persistent stats_sample_pages stored straight_join system table tablesample terminated then tinyblob tinyint tinytext to
  trailing trigger true undo union unique unlock unsigned update usage use using utc_date utc_time utc_timestamp
  values varbinary varchar varcharacter varying virtual when where while window with write xor year_month zerofill`,
  /^[A-Za-z_]\w*$/u,
  (name) => inQuotes(name, "`"),
);

const TYPES: Readonly<Record<BoundType, string>> = {
  text: "LONGTEXT CHARACTER SET utf8mb4",
  integer: "BIGINT",
  decimal: "DOUBLE",
  date: "DATE",
  datetime: "DATETIME(6)",
};

/** Values from JSON_TABLE; undefined if the server has none. */
function mysqlBoundColumn({ valueOfJsonTable }: MysqlServerFacts): BoundColumn | undefined {
  if (valueOfJsonTable === undefined) return undefined;
  return {
    commonTable(heading, placeholder, { type }) {
      const value = type === "text" ? valueOfJsonTable("j.v") : "j.v";
      return `${heading} AS (SELECT ${value} FROM JSON_TABLE(${placeholder}, '$[*]' COLUMNS (v ${TYPES[type]} PATH '$' ERROR ON ERROR)) AS j)`;
    },
  };
}

/** Types of other dialects, with their names in CAST here. */
const CAST_TYPES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:text|string|n?varchar2?|character varying|clob|long|tinytext|mediumtext|longtext|citext)\b/iu,
    "CHAR",
  ],
  [
    /^(?:int|int2|int4|int8|integer|bigint|smallint|tinyint|mediumint|int64|number|bool|boolean)$/iu,
    "SIGNED",
  ],
  [/^(?:real|float4|float8|float64|double precision)$/iu, "DOUBLE"],
  [/^(?:timestamp|timestamptz|datetime2|smalldatetime)\b/iu, "DATETIME"],
  [/^(?:bytea|blob|varbinary|bytes)\b/iu, "BINARY"],
  [/^(?:numeric|decimal|money)$/iu, "DECIMAL(65, 10)"],
];

/** Undefined for a type that CAST accepts. `decimal` without digits would cut off the fraction. */
function mysqlCastType(type: string): string | undefined {
  const digits = /^numeric\s*(\(.*\))$/iu.exec(type.trim())?.[1];
  if (digits !== undefined) return `DECIMAL${digits}`;
  return CAST_TYPES.find(([pattern]) => pattern.test(type.trim()))?.[1];
}

/** Lexical rules under a `sql_mode`. */
export function mysqlLexical(modes: ReadonlySet<string>): LexicalRules {
  const ansiQuotes = modes.has("ANSI_QUOTES");
  return {
    ...STANDARD_LEXICAL,
    identifierQuotes: ansiQuotes ? ["`", '"'] : ["`"],
    doubleQuotesAreStrings: !ansiQuotes,
    backslashEscapes: !modes.has("NO_BACKSLASH_ESCAPES"),
    hashComments: true,
    atVariables: true,
    logicalSymbols: !modes.has("PIPES_AS_CONCAT"),
  };
}

/** Properties of a connection that decide how texts are read. */
export interface MysqlSessionFacts {
  readonly server: MysqlServerFacts;
  /** `@@sql_mode` with combination modes expanded. */
  readonly sqlMode: string;
  readonly database: string;
  /** Functions of the database, besides the server's. */
  readonly ownFunctions: readonly string[];
}

/** The dialect of MariaDB or MySQL under the session's own `sql_mode`. */
export function mysqlDialect({ server, sqlMode, database, ownFunctions }: MysqlSessionFacts): SqlDialect {
  const modes = new Set(sqlMode.toUpperCase().split(","));
  const lexical = mysqlLexical(modes);
  const boundColumn = mysqlBoundColumn(server);
  const escaped = (text: string): string =>
    (lexical.backslashEscapes ? text.replaceAll("\\", "\\\\") : text).replaceAll("'", "''");
  const stringLiteral = (text: string): string => `'${escaped(text)}'`;
  return {
    ...STRICT_DIALECT,
    ...dateFunctions(DATES, stringLiteral),
    name: server.engine === "mariadb" ? "MariaDB" : "MySQL",
    lexical,
    hidingGrants: (tables) => hidingGrants(tables, database),
    sameIdentifier: (a, b) => withoutQuotes(a, `\`"`).toLowerCase() === withoutQuotes(b, `\`"`).toLowerCase(),
    identifier,
    stringLiteral,
    placeholder: () => "?",
    ...(boundColumn === undefined ? {} : { boundColumn }),
    inspect: (sql) => mysqlStatementInfo(sql, lexical, database),
    functions: new Map([
      ...ownFunctions.map((name) => [name.toLowerCase(), "scalar"] as const),
      ...mysqlFunctions(server.engine),
    ]),
    foreignFunctions: foreignFunctions("mysql", mysqlHasFunction),
    allowsBareColumns: !modes.has("ONLY_FULL_GROUP_BY"),
    comparesAcrossTypes: true,
    declaredTypesHold: true,
    hiddenColumns: server.engine === "mariadb" ? ["_rowid"] : [],
    dividesIntegersToInteger: false,
    nullsSortFirstAscending: true,
    toNumber: (expression) => `CAST(REPLACE(REPLACE(${expression}, ' ', ''), ',', '.') AS DECIMAL(38, 10))`,
    toText: (expression) => `CAST(${expression} AS CHAR)`,
    castType: mysqlCastType,
    likeIgnoringCase: (expression, pattern) => `LOWER(${expression}) LIKE LOWER(${pattern})`,
    dateFormat: mysqlDateFormat,
  };
}
