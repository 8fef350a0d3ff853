import { patternParts } from "../../sql/date-pattern-text.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { BoundColumn, BoundType, SqlDialect, StatementInfo } from "../../sql/sql-dialect.ts";
import type { Token } from "../../sql/token.ts";
import { statementsOf, tokenize } from "../../sql/tokenize.ts";
import {
  bareUnless,
  DATE_PARTS,
  type DateWriting,
  dateFunctions,
  holdsNul,
  inQuotes,
  refusedText,
  STRICT_DIALECT,
  withoutQuotes,
} from "../dialect-parts.ts";
import { foreignFunctions } from "../foreign-functions.ts";
import { mysqlCastType } from "./mysql-cast-type.ts";
import { mysqlFunctions, mysqlHasFunction } from "./mysql-functions.ts";
import { hidingGrants } from "./mysql-grants.ts";
import { mysqlLexical } from "./mysql-lexical.ts";
import { refusedCall, refusedRelation } from "./mysql-refused-names.ts";
import type { MysqlServerFacts } from "./mysql-server-facts.ts";

const QUERY_STARTS = new Set(["SELECT", "WITH", "VALUES", "TABLE", "("]);
/** What can stand behind the tables of WITH: the first of these words outside of brackets says which statement it is. */
const MAIN_VERBS = new Set(["SELECT", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE", "REPLACE"]);
const QUERY_VERBS = new Set(["SELECT", "VALUES", "TABLE"]);
/** What no query needs but that can stand in front of one, so that it is told by name. */
const NAMED_PAIRS: Readonly<Record<string, string>> = {
  SHOW: "SHOW",
  EXPLAIN: "EXPLAIN",
  DESCRIBE: "DESCRIBE",
};

/**
 * What can be told of a text by its tokens: the check that comes before the server's own grammar and its read-only transaction. What it
 * cannot tell it lets through to those.
 *
 * @param database the connection's own, whose tables need no name in front
 */
function mysqlStatementInfo(sql: string, lexical: LexicalRules, database = ""): StatementInfo {
  const nul = holdsNul(sql);
  if (nul !== undefined) return nul;
  const text = tokenize(sql, lexical);
  if (hasRunningComment(sql, text.tokens)) return refusedText("a comment that the server may run as code");
  const statements = statementsOf(sql, lexical);
  const [statement] = statements;
  if (statement === undefined) return { statements: 0, isQuery: false };
  if (statements.length > 1) {
    const refusedBecause = statements.map((tokens) => verbOf(tokens)).join("; ");
    return { statements: statements.length, isQuery: false, refusedBecause };
  }
  const verb = verbOf(statement);
  if (!isKnownStart(statement)) {
    return isStatementWord(verb)
      ? refusedText(verb)
      : { statements: 1, isQuery: false, syntaxError: syntaxErrorAt(statement[0] as Token, sql) };
  }
  if (!text.complete) return { statements: 1, isQuery: false, syntaxError: unclosed(sql) };
  const harm = isQueryVerb(verb) ? findHarm(statement, database) : `with ${verb}`;
  return harm === undefined ? { statements: 1, isQuery: true } : refusedText(`SELECT ${harm}`);
}

/**
 * `/*!50701 … *\/` and `/*M! … *\/`: whether the server runs it depends on its version, so what is read could differ from what is run. Looks
 * between the tokens, as a text in quotes may hold the same characters.
 */
function hasRunningComment(sql: string, tokens: readonly Token[]): boolean {
  const ends = [0, ...tokens.map(({ end }) => end)];
  return ends.some((end, at) => /\/\*M?!/u.test(sql.slice(end, tokens[at]?.start ?? sql.length)));
}

function isKnownStart([first]: readonly Token[]): boolean {
  return (
    first !== undefined &&
    QUERY_STARTS.has(first.value) &&
    first.kind !== "identifier" &&
    first.kind !== "string"
  );
}

function isQueryVerb(verb: string): boolean {
  return QUERY_STARTS.has(verb);
}

/** The first word; of WITH the statement that its tables serve. */
function verbOf(statement: readonly Token[]): string {
  const [first] = statement;
  if (first?.kind !== "word") return first?.value ?? "";
  if (first.value !== "WITH") return NAMED_PAIRS[first.value] ?? first.value;
  let depth = 0;
  for (const token of statement) {
    if (token.kind === "symbol") depth += token.value === "(" ? 1 : token.value === ")" ? -1 : 0;
    if (depth === 0 && token.kind === "word" && MAIN_VERBS.has(token.value))
      return QUERY_VERBS.has(token.value) ? "SELECT" : token.value;
  }
  return "SELECT";
}

function findHarm(tokens: readonly Token[], database: string): string | undefined {
  for (const [at, token] of tokens.entries()) {
    const [before, next, later] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    const isName = token.kind === "word" || token.kind === "identifier";
    if (!isName) continue;
    if (next?.kind === "symbol" && next.value === "(") {
      const call = refusedCall(token.value);
      if (call !== undefined) return `with ${call}()`;
    }
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

function isSymbol(token: Token | undefined, value: string): boolean {
  return token?.kind === "symbol" && token.value === value;
}

/** Words that begin a statement of the server: what begins otherwise is no statement at all. */
const STATEMENTS = new Set(
  `ABORT ALTER ANALYZE BACKUP BEGIN BINLOG CACHE CALL CHANGE CHECK CHECKSUM CLONE CLOSE COMMIT COPY CREATE DEALLOCATE DECLARE DELETE DESC
  DESCRIBE DISCARD DO DROP END EXECUTE EXPLAIN FETCH FLUSH GET GRANT HANDLER HELP IMPORT INSERT INSTALL KILL LOAD LOCK MERGE OPEN OPTIMIZE PRAGMA
  PREPARE PURGE RELEASE RENAME REPAIR REPLACE RESET RESIGNAL RESTART REVOKE ROLLBACK SAVEPOINT SET SHOW SHUTDOWN SIGNAL
  START STOP TRUNCATE UNINSTALL UNLOCK UPDATE USE VACUUM ATTACH DETACH REINDEX XA`.split(/\s+/u),
);

function isStatementWord(verb: string): boolean {
  return STATEMENTS.has(verb);
}

function syntaxErrorAt(token: Token, sql: string): { message: string; offset: number } {
  return { message: `A query does not begin with ${sql.slice(token.start, token.end)}`, offset: token.start };
}

function unclosed(sql: string): { message: string; offset: number } {
  return { message: "A quote, a bracket or a comment is not closed", offset: sql.length };
}

/** Codes of patterns as STR_TO_DATE has them; it takes parts without leading zeros under every code. */
const CODES: Readonly<Record<string, string>> = {
  "%Y": "%Y",
  "%y": "%y",
  "%m": "%m",
  "%-m": "%c",
  "%d": "%d",
  "%-d": "%e",
  "%b": "%b",
  "%B": "%M",
  "%H": "%H",
  "%-H": "%k",
  "%I": "%h",
  "%-I": "%l",
  "%M": "%i",
  "%S": "%s",
  "%p": "%p",
};
/** For parts of a date that a pattern has not: a value, and its code. */
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

/** Up to the last part of the date; STR_TO_DATE ignores what follows. */
function formatOf(pattern: string): string | undefined {
  const parts = patternParts(pattern);
  const last = parts.findLastIndex((part) => "code" in part && /^%(?:[Yy]|-?m|[bB]|-?d)$/u.test(part.code));
  const written = parts
    .slice(0, last + 1)
    .map((part) =>
      "code" in part ? CODES[part.code] : part.text.replaceAll("%", "%%").replaceAll("'", "''"),
    );
  return written.includes(undefined) ? undefined : written.join("");
}

/** Codes that mean something else to `DATE_FORMAT` than to strftime. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  "%M": "%i",
  "%B": "%M",
  "%A": "%W",
  "%W": "%u",
  "%-d": "%e",
  "%-m": "%c",
};

/** A format of `DATE_FORMAT` for one of strftime codes. */
function mysqlDateFormat(pattern: string): string {
  return pattern.replaceAll(/%-?[A-Za-z]/gu, (code) => OTHER_CODES[code] ?? code);
}

/** Bare but for words that cannot stand so in every place: those of MariaDB 10.11 (tried on the server) and those that MySQL 8 adds. */
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

/** Values out of JSON_TABLE; absent where the server has none. */
function mysqlBoundColumn({ valueOfJsonTable }: MysqlServerFacts): BoundColumn | undefined {
  if (valueOfJsonTable === undefined) return undefined;
  return {
    commonTable(heading, placeholder, { type }) {
      const value = type === "text" ? valueOfJsonTable("j.v") : "j.v";
      return `${heading} AS (SELECT ${value} FROM JSON_TABLE(${placeholder}, '$[*]' COLUMNS (v ${TYPES[type]} PATH '$' ERROR ON ERROR)) AS j)`;
    },
    canHold: (text) => text.isWellFormed(),
  };
}

/** What of a connection decides how texts are read. */
export interface MysqlSessionFacts {
  readonly server: MysqlServerFacts;
  /** `@@sql_mode`, its combinations spelt out. */
  readonly sqlMode: string;
  readonly database: string;
  /** Functions that the database adds to the server's. */
  readonly ownFunctions: readonly string[];
}

/** MariaDB or MySQL under the session's own `sql_mode`. */
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
    joinsNeedCondition: "outer",
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
