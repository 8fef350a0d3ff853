import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { LexicalRules } from "../../sql/lexical-rules.ts";
import type { CatalogEntry, PrivacyFacts } from "../../sql/privacy-facts.ts";
import type { NamedFunction, NamedOwner, NamedRelation, StatementNames } from "../../sql/statement-names.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { mysqlFunctions } from "./mysql-functions.ts";
import { mysqlLexical } from "./mysql-lexical.ts";
import { refuseUnreadable } from "./mysql-readable-text.ts";
import { refusedCall } from "./mysql-refused-names.ts";
import { type TokenView, tokenView } from "./mysql-token-view.ts";
import { refused, unclear } from "./mysql-unclear.ts";
import { writeMysqlValue } from "./mysql-value.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));

/** What ends the tables of a FROM. */
const BEHIND_TABLES = words("WHERE GROUP HAVING ORDER LIMIT WINDOW FETCH PROCEDURE FOR LOCK INTO ROWS");

const SET_OPERATORS = words("UNION INTERSECT EXCEPT");

const JOINS = words("JOIN STRAIGHT_JOIN");

/** What can stand behind a table and is no alias. */
const NO_ALIAS = new Set([
  ...BEHIND_TABLES,
  ...SET_OPERATORS,
  ...JOINS,
  ...words("ON USING INNER CROSS LEFT RIGHT NATURAL OUTER USE FORCE IGNORE PARTITION SET AS WITH OFFSET"),
]);

/** Functions between whose brackets FROM stands without a SELECT. */
const CALLS_WITH_FROM = words("TRIM EXTRACT SUBSTRING SUBSTR MID");

/**
 * What stands before a bracket and calls nothing: operators, clauses, types. A function of the database cannot have one of these names without
 * quotes, or, where it can, is not found without its database.
 */
const NO_CALLS = new Set([
  ...NO_ALIAS,
  ...words(
    `SELECT FROM WITH AND OR NOT XOR IN IS LIKE RLIKE REGEXP BETWEEN ESCAPE SOUNDS DIV CASE WHEN THEN ELSE END DISTINCT DISTINCTROW ALL ANY SOME
    EXISTS BY VALUES VALUE ROW OVER KEY INDEX AGAINST COLUMNS RETURN COLLATE SEPARATOR ASC DESC PRECEDING
    CHAR NCHAR VARCHAR NVARCHAR BINARY VARBINARY DECIMAL DEC NUMERIC FIXED INT INTEGER BIGINT SMALLINT TINYINT MEDIUMINT FLOAT
    DOUBLE REAL BIT DATETIME TEXT BLOB ENUM`,
  ),
]);

/** Words that have a meaning of their own wherever they stand; before a point they would be read as a name or not, by the blank between. */
const STRUCTURE = new Set([
  ...BEHIND_TABLES,
  ...SET_OPERATORS,
  ...JOINS,
  ...words("SELECT FROM WITH ON USING AS VALUES TABLE AND OR NOT IN EXISTS NATURAL LEFT RIGHT INNER CROSS"),
]);

type Scope = ReadonlySet<string>;
/**
 * Where a stretch between brackets stands: `start` where a query may begin, `select` where FROM follows, `table` where a table has to come,
 * `tables` behind one, `rest` everywhere else.
 */
type State = "start" | "select" | "table" | "tables" | "rest";
interface Chain {
  readonly parts: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Where the second of its names ends. */
  readonly ownerEnd: number;
  /** The token behind it. */
  readonly next: number;
}

const DEEPEST = 300;

/**
 * What a query of MariaDB names, by its tokens and brackets: there is no parser of its grammar to be had. The server stands behind it: it is
 * asked without a database of its own, so that a name taken for a CTE that is none leads nowhere. What is not certain is refused.
 *
 * @param isDatabase true for names that stand before tables of the server, and so may not be given to others
 * @throws SqlEngineError for what cannot be read with certainty
 */
function mysqlStatementNames(
  sql: string,
  lexical: LexicalRules,
  isDatabase: (name: string) => boolean,
): StatementNames {
  const text = tokenize(sql, lexical);
  refuseUnreadable(text);
  const { tokens } = text;
  const view = tokenView(text);
  const { word, isSymbol, nameAt, closeOf } = view;
  const relations: NamedRelation[] = [];
  const functions: NamedFunction[] = [];
  const commonTables: string[] = [];
  const given: string[] = [];
  const known = new Set<string>();
  const qualified: Chain[] = [];

  const chainAt = (at: number): Chain => {
    const parts = [nameAt(at) ?? ""];
    let next = at + 1;
    if (isSymbol(next, ".") && STRUCTURE.has(word(at) ?? ""))
      throw unclear("A point behind a keyword", tokens[at]);
    for (; isSymbol(next, "."); next += 2) {
      const part = isSymbol(next + 1, "*") ? "*" : nameAt(next + 1);
      if (part === undefined) throw unclear("A point without a name", tokens[next]);
      parts.push(part);
    }
    return {
      parts,
      start: tokens[at]?.start ?? 0,
      end: tokens[next - 1]?.end ?? 0,
      ownerEnd: tokens[at + 2]?.end ?? 0,
      next,
    };
  };

  /** From WITH up to the query that its tables serve. */
  const readCommonTables = (with_: number, outer: Scope, depth: number): { next: number; scope: Scope } => {
    const recursive = word(with_ + 1) === "RECURSIVE" && word(with_ + 2) !== "AS";
    const bodies: { readonly open: number; readonly before: Scope }[] = [];
    let scope = outer;
    let at = with_ + (recursive ? 2 : 1);
    for (;;) {
      const name = nameAt(at++);
      if (name === undefined) throw unclear("This WITH", tokens[with_]);
      if (isSymbol(at, "(")) at = closeOf(at) + 1;
      if (word(at) !== "AS" || !isSymbol(at + 1, "(")) throw unclear("This WITH", tokens[with_]);
      bodies.push({ open: at + 1, before: scope });
      scope = new Set([...scope, name.toLowerCase()]);
      giveName(name, tokens[at]);
      if (depth === 0) commonTables.push(name);
      at = closeOf(at + 1) + 1;
      if (word(at) === "CYCLE") {
        while (at < tokens.length && word(at) !== "RESTRICT") at++;
        at++;
      }
      if (!isSymbol(at, ",")) break;
      at++;
    }
    for (const { open, before } of bodies)
      read(open + 1, closeOf(open), { scope: recursive ? scope : before, state: "start", depth: depth + 1 });
    return { next: at, scope };
  };

  /** A table with its alias; what stands behind it. */
  const readTable = (at: number, scope: Scope, depth: number): number => {
    if (isSymbol(at, "(")) {
      const isQuery = /^(?:SELECT|WITH|VALUES)$/u.test(word(at + 1) ?? "");
      read(at + 1, closeOf(at), { scope, state: isQuery ? "start" : "table", depth: depth + 1 });
      return readAlias(closeOf(at) + 1).next;
    }
    if (word(at) === "JSON_TABLE" && isSymbol(at + 1, "(")) {
      read(at + 2, closeOf(at + 1), { scope, state: "rest", depth: depth + 1 });
      return readAlias(closeOf(at + 1) + 1).next;
    }
    if (word(at) === "DUAL") return at + 1;
    if (nameAt(at) === undefined || STRUCTURE.has(word(at) ?? ""))
      throw unclear("What stands where a table should", tokens[at]);
    const { parts, start, end, next } = chainAt(at);
    if (parts.length > 2 || parts.includes("*") || isSymbol(next, "("))
      throw unclear("What stands where a table should", tokens[at]);
    const { narrowedBy, behind } = readNarrowing(view, next);
    const alias = readAlias(behind);
    const hints = readHints(view, alias.next);
    const name = parts.at(-1) ?? "";
    known.add(name.toLowerCase());
    if (parts.length > 1 || !scope.has(name.toLowerCase())) {
      const schema = parts.length > 1 ? { schema: parts[0] ?? "" } : {};
      relations.push({
        ...schema,
        name,
        hasAlias: alias.found,
        start,
        end,
        ...(narrowedBy === undefined ? {} : { narrowedBy }),
        ...(hints === alias.next ? {} : { indexHint: view.span(alias.next, hints) }),
      });
    }
    return hints;
  };
  const readAlias = (at: number): { readonly next: number; readonly found: boolean } => {
    // `t = a` is `t AS a`.
    const isSaid = word(at) === "AS" || isSymbol(at, "=");
    const place = isSaid ? at + 1 : at;
    const name = !isSaid && NO_ALIAS.has(word(place) ?? "") ? undefined : nameAt(place);
    if (name === undefined) return { next: at, found: false };
    giveName(name, tokens[place]);
    return { next: place + 1, found: true };
  };
  /** With it `name.x` is a column of the statement's own; as a database's name it would be a table, were one overlooked. */
  const giveName = (name: string, token: Token | undefined): void => {
    if (isDatabase(name))
      throw refused(
        `${name} is a database: nothing else can have its name here, where parts of the database are hidden`,
        token,
      );
    known.add(name.toLowerCase());
    given.push(name);
  };

  /** What is called by the bracket at `open`, if something is. */
  const addCall = (open: number): void => {
    const before = tokens[open - 1];
    if (before?.kind === "parameter") throw unclear("A bracket behind a variable", before);
    if (before?.kind !== "identifier" && before?.kind !== "word") return;
    if (before.kind === "word" && NO_CALLS.has(before.value)) return;
    functions.push({ name: nameAt(open - 1) ?? "", form: "call", offset: before.start });
  };

  const read = (
    from: number,
    to: number,
    { scope: outer, state: opening, depth }: { scope: Scope; state: State; depth: number },
  ): void => {
    if (depth > DEEPEST) throw unclear("Brackets in so many brackets", tokens[from]);
    let [state, scope, hasSelect] = [opening, outer, false];
    let at = from;
    while (at < to) {
      if (state === "table") {
        at = readTable(at, scope, depth);
        state = "tables";
        continue;
      }
      const [token, verb] = [tokens[at] as Token, word(at)];
      const isNamed = isSymbol(at + 1, ".");
      if (isSymbol(at, "(")) {
        addCall(at);
        read(at + 1, closeOf(at), { scope, state: "start", depth: depth + 1 });
        at = closeOf(at) + 1;
        continue;
      }
      if (isSymbol(at, ",")) {
        if (state === "tables") state = "table";
        at++;
        continue;
      }
      if (token.kind !== "identifier" && verb === undefined) {
        if (state === "start") state = "rest";
        at++;
        continue;
      }
      if (isNamed || token.kind === "identifier") {
        const chain = chainAt(at);
        if (chain.parts.length > 1) {
          if (isSymbol(chain.next, "("))
            functions.push({ name: chain.parts.join("."), form: "call", offset: chain.start });
          else qualified.push(chain);
          at = chain.next;
        } else at++;
        if (state === "start") state = "rest";
        continue;
      }
      if (verb === "WITH" && state === "start") {
        ({ next: at, scope } = readCommonTables(at, scope, depth));
        continue;
      }
      if (verb === "SELECT") {
        if (state !== "start") throw unclear("A SELECT in this place", token);
        [state, hasSelect] = ["select", true];
      } else if (verb === "TABLE" && state === "start") throw unclear("TABLE", token);
      else if (SET_OPERATORS.has(verb ?? "")) {
        [state, hasSelect] = ["start", false];
        if (/^(?:ALL|DISTINCT)$/u.test(word(at + 1) ?? "")) at++;
        if (!isSymbol(at + 1, "(") && !/^(?:SELECT|VALUES)$/u.test(word(at + 1) ?? ""))
          throw unclear(`What stands behind ${verb}`, token);
      } else if (verb === "FROM" && state === "select") state = "table";
      else if (verb === "FROM" && (hasSelect || !CALLS_WITH_FROM.has(word(from - 2) ?? "")))
        throw unclear("A FROM in this place", token);
      else if (state === "tables" && verb === "OFFSET") throw unclear("OFFSET in this place", token);
      else if (JOINS.has(verb ?? "") && state === "tables") state = "table";
      else if (state === "tables" && BEHIND_TABLES.has(verb ?? "")) state = "rest";
      else if (state === "tables" && verb === "USING" && isSymbol(at + 1, "(")) at = closeOf(at + 1);
      else if (state === "tables" && isIndexHint(view, at)) {
        while (at < to && !isSymbol(at, "(")) at++;
        at = at < to ? closeOf(at) : at;
      } else if (
        /^(?:NEXT|PREVIOUS)$/u.test(verb ?? "") &&
        word(at + 1) === "VALUE" &&
        word(at + 2) === "FOR"
      ) {
        throw refused("Sequences cannot be read here, where parts of the database are hidden", token);
      } else if (state === "start") state = "rest";
      at++;
    }
  };

  let end = tokens.length;
  while (isSymbol(end - 1, ";")) end--;
  read(0, end, { scope: new Set(), state: "start", depth: 0 });
  refuseUnknownQualifiers(qualified, known);
  return { relations, functions, types: [], commonTables, owners: ownersOf(qualified, isDatabase), given };
}

/** Without its schema, a table that is called like a database would be the database's name before that of a table. */
function ownersOf(qualified: readonly Chain[], isDatabase: (name: string) => boolean): readonly NamedOwner[] {
  return qualified.flatMap(({ parts: [schema = "", table = "", column], start, ownerEnd }) =>
    column === undefined || isDatabase(table) ? [] : [{ schema, table, start, end: ownerEnd }],
  );
}

/** Only what FROM names can stand before a column: were a table overlooked, it would show here. */
function refuseUnknownQualifiers(qualified: readonly Chain[], known: ReadonlySet<string>): void {
  for (const { parts, start } of qualified) {
    const table = parts.at(-2) ?? "";
    if (known.has(table.toLowerCase())) continue;
    const identifier = parts.join(".");
    throw new SqlEngineError({
      kind: "unknown-column",
      engineMessage: `Unknown column '${identifier}'`,
      identifier,
      offset: start,
    });
  }
}

/** Whether `USE INDEX …` begins here. */
function isIndexHint({ word }: TokenView, at: number): boolean {
  return /^(?:USE|FORCE|IGNORE)$/u.test(word(at) ?? "") && /^(?:INDEX|KEY)$/u.test(word(at + 1) ?? "");
}

/** `USE INDEX FOR JOIN (a, b) IGNORE INDEX (c)`; what stands behind. */
function readHints(view: TokenView, at: number): number {
  if (!isIndexHint(view, at)) return at;
  let open = at;
  while (view.word(open) !== undefined) open++;
  return view.isSymbol(open, "(") ? readHints(view, view.closeOf(open) + 1) : at;
}

/**
 * `PARTITION (p0)` and `FOR SYSTEM_TIME …` stand between a table and its alias.
 * @throws SqlEngineError for a time that cannot be read
 */
function readNarrowing(
  { token, word, isSymbol, closeOf }: TokenView,
  at: number,
): { readonly behind: number; readonly narrowedBy?: string } {
  if (word(at) === "PARTITION" && isSymbol(at + 1, "("))
    return { behind: closeOf(at + 1) + 1, narrowedBy: "PARTITION" };
  if (word(at) !== "FOR" || word(at + 1) !== "SYSTEM_TIME") return { behind: at };
  const narrowedBy = "FOR SYSTEM_TIME";
  if (word(at + 2) === "ALL") return { behind: at + 3, narrowedBy };
  const point = word(at + 4) === "TIMESTAMP" ? at + 5 : at + 4;
  if (word(at + 2) === "AS" && word(at + 3) === "OF" && token(point)?.kind === "string")
    return { behind: point + 1, narrowedBy };
  throw refused(
    "Of FOR SYSTEM_TIME only ALL and AS OF with a text can be read here, where parts of the database are hidden",
    token(at),
  );
}

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
