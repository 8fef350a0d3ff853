import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../../../environment/environment.ts";
import { sqliteDialect } from "../../../environments/database/drivers/sqlite/sqlite-dialect.ts";
import { cut, type Token, type TokenizedText } from "../../../environments/database/sql/token.ts";
import { tokenize } from "../../../environments/database/sql/tokenize.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SchemaKey, SchemaTable } from "../../../evaluation/construction/dbqa/draw-seeds.ts";
import {
  type Filled,
  type OpenScratchDatabase,
  SCRATCH_LIMITS,
  type ScratchDatabase,
} from "../../../evaluation/construction/dbqa/stage-context.ts";
import { constants, DatabaseSync } from "../../../store-file/node-sqlite.ts";
import type { OpenOptions } from "../../open-options.ts";
import { openPlaces } from "../open-place.ts";

/** SQLite takes these: a name of words, with at most two numbers; what stands behind these it does not take. */
const PLAIN = /^([A-Za-z_][A-Za-z0-9_ ]*(?:\( *\d+ *(?:, *\d+ *)?\))?)(?: [A-Za-z ]+)?$/u;
/** Types of other engines that are kept as text there, whatever stands in their brackets. */
const AS_TEXT = /^(?:enum|set|uuid|jsonb?|xml|inet|cidr|macaddr8?|tsvector|interval|citext|name)\b/iu;
const OF_SEVERAL = /\[|\bstruct\b|\bmap\b|\bunion\b|\blist\b|\bgeometry\b|\bpoint\b|range\b/iu;

/**
 * CREATE statements of a schema in SQLite's SQL. Keys to what is no key there are left out: SQLite would refuse every record.
 * @throws FuxiError `target-not-supported` for a type that has no counterpart
 */
function scratchDeclarations(tables: readonly SchemaTable[]): readonly string[] {
  return tables.map((table) => declaration(table, tables));
}

function declaration(table: SchemaTable, tables: readonly SchemaTable[]): string {
  const { name, columns, primaryKey, foreignKeys } = table;
  const lines = [
    ...columns.map((column) =>
      [
        quoted(column.name),
        ...typeOf(column.type, `${name}.${column.name}`),
        ...(primaryKey.length === 1 && primaryKey[0] === column.name ? ["PRIMARY KEY"] : []),
        ...(column.notNull ? ["NOT NULL"] : []),
        ...(column.unique ? ["UNIQUE"] : []),
      ].join(" "),
    ),
    ...(primaryKey.length > 1 ? [`PRIMARY KEY (${list(primaryKey)})`] : []),
    ...foreignKeys
      .filter((key) => leadsToKey(key, tables))
      .map(
        (key) =>
          `FOREIGN KEY (${list(key.columns)}) REFERENCES ${quoted(key.table)} (${list(key.referenced)})`,
      ),
  ];
  return `CREATE TABLE ${quoted(name)} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n)`;
}

function typeOf(type: string, column: string): readonly string[] {
  if (type === "") return [];
  if (AS_TEXT.test(type)) return ["TEXT"];
  const plain = PLAIN.exec(type)?.[1];
  if (plain !== undefined && !OF_SEVERAL.test(type)) return [plain];
  throw new FuxiError(
    "target-not-supported",
    `The type ${type} of ${column} has no counterpart in SQLite, which the records are made in.`,
    { hint: `Hide the column with --deny ${column}.` },
  );
}

function leadsToKey({ table, referenced }: SchemaKey, tables: readonly SchemaTable[]): boolean {
  const to = tables.find(({ name }) => same(name, table));
  if (to === undefined) return false;
  const { primaryKey, columns } = to;
  const isPrimary =
    referenced.length === primaryKey.length &&
    referenced.every((each) => primaryKey.some((key) => same(key, each)));
  const [only, ...more] = referenced;
  const isUnique =
    more.length === 0 && columns.some(({ name, unique }) => unique && only !== undefined && same(name, only));
  return isPrimary || isUnique;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const list = (names: readonly string[]): string => names.map(quoted).join(", ");

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Words that are a value by themselves. */
const VALUES: readonly string[] = ["NULL", "TRUE", "FALSE"];

/** What is wrong with a statement, or how many rows it adds. */
type ReadInsert =
  | { readonly rows: number; readonly problem?: never }
  | { readonly problem: string; readonly rows?: never };

/** Reads one `INSERT INTO table (columns) VALUES (…), (…)` of plain values; everything else is refused with what to write. */
function readInsert(statement: string, tables: readonly string[]): ReadInsert {
  const text = tokenize(statement, sqliteDialect.lexical);
  if (!text.complete) return refused(statement, "a quote, bracket or comment is not closed");
  const tokens = isSymbol(text.tokens.at(-1), ";") ? text.tokens.slice(0, -1) : text.tokens;
  const [insert, into, table] = tokens;
  if (insert === undefined) return refused(statement, "it is empty");
  if (insert.kind !== "word" || insert.value !== "INSERT" || into?.value !== "INTO")
    return refused(statement, "only INSERT INTO is run");
  const name = nameOf(text, table);
  if (name === undefined) return refused(statement, "no table is named");
  if (!tables.some((each) => each.toLowerCase() === name.toLowerCase()))
    return refused(statement, `there is no table "${name}", only ${tables.join(", ")}`);
  const start = tokens.findIndex(({ kind, value }) => kind === "word" && value === "VALUES");
  if (start < 0) return refused(statement, "VALUES is missing");
  if (!isColumnList(tokens.slice(3, start))) return refused(statement, "only columns stand before VALUES");
  return rowsOf(tokens.slice(start + 1), statement);
}

function rowsOf(tokens: readonly Token[], statement: string): ReadInsert {
  let depth = 0;
  let rows = 0;
  for (const token of tokens) {
    const { kind, value } = token;
    if (isSymbol(token, "(")) {
      if (depth === 0) rows += 1;
      depth += 1;
    } else if (isSymbol(token, ")")) depth -= 1;
    else if (kind === "identifier") return refused(statement, `texts stand in single quotes: '${value}'`);
    else if (!isValue(token)) return refused(statement, `"${value}" is no plain value`);
    else if (depth === 0 && value !== ",") return refused(statement, "VALUES takes lists in brackets");
  }
  return rows === 0 ? refused(statement, "it has no values") : { rows };
}

const isValue = ({ kind, value }: Token): boolean =>
  kind === "string" ||
  kind === "number" ||
  kind === "blob" ||
  (kind === "word" && VALUES.includes(value)) ||
  (kind === "symbol" && [",", "-", "+"].includes(value));

function isColumnList(tokens: readonly Token[]): boolean {
  if (tokens.length === 0) return true;
  const inside = tokens.slice(1, -1);
  return (
    isSymbol(tokens[0], "(") &&
    isSymbol(tokens.at(-1), ")") &&
    inside.every((token, at) =>
      at % 2 === 1 ? isSymbol(token, ",") : ["word", "identifier"].includes(token.kind),
    )
  );
}

function nameOf(text: TokenizedText, token: Token | undefined): string | undefined {
  if (token?.kind === "identifier") return token.value;
  return token?.kind === "word" ? cut(text, token) : undefined;
}

const isSymbol = (token: Token | undefined, value: string): boolean =>
  token?.kind === "symbol" && token.value === value;

const SHOWN = 120;

function refused(statement: string, why: string): { readonly problem: string } {
  const shown = statement.length > SHOWN ? `${statement.slice(0, SHOWN)}…` : statement;
  return { problem: `${shown}: ${why}. Write INSERT INTO table (columns) VALUES (…) with plain values.` };
}

/** Declared so, a column of another engine holds numbers only; SQLite would keep a text there. */
const OF_NUMBERS = /int|real|floa|doub|numeric|decimal/iu;
const MOST_TOLD = 5;

/** What SQLite keeps though the schema does not allow it: records whose parent is missing, texts in columns of numbers. */
function recordsProblem(database: DatabaseSync, tables: readonly string[]): string | undefined {
  const orphans = orphansIn(database);
  if (orphans.length > 0) {
    return `Records point to others that are not there: ${some(orphans)}. Add the missing ones, or change the keys.`;
  }
  const texts = tables.flatMap((table) => textsIn(database, table));
  return texts.length === 0 ? undefined : `Numbers are wanted: ${some(texts)}.`;
}

function orphansIn(database: DatabaseSync): readonly string[] {
  return database
    .prepare("PRAGMA foreign_key_check")
    .all()
    .map(({ table, rowid, parent, fkid }) => {
      const columns = database
        .prepare(`PRAGMA foreign_key_list(${quoted(String(table))})`)
        .all()
        .filter(({ id }) => id === fkid)
        .map(({ from }) => quoted(String(from)));
      const row =
        rowid === null || columns.length === 0
          ? undefined
          : database
              .prepare(`SELECT ${columns.join(", ")} FROM ${quoted(String(table))} WHERE rowid = ?`)
              .get(Number(rowid));
      const values = Object.values(row ?? {}).map(String);
      return `${table}.${columns.join(", ")} = ${values.join(", ")} has no record in ${parent}`;
    });
}

function textsIn(database: DatabaseSync, table: string): readonly string[] {
  return database
    .prepare(`PRAGMA table_info(${quoted(table)})`)
    .all()
    .filter(({ type }) => OF_NUMBERS.test(String(type)))
    .flatMap(({ name, type }) => {
      const column = quoted(String(name));
      const found = database
        .prepare(
          `SELECT ${column} AS value FROM ${quoted(table)} WHERE typeof(${column}) IN ('text', 'blob') LIMIT 1`,
        )
        .get();
      return found === undefined ? [] : [`${table}.${name} (${type}) is given '${String(found["value"])}'`];
    });
}

function some(found: readonly string[]): string {
  const shown = found.slice(0, MOST_TOLD).join("; ");
  return found.length > MOST_TOLD ? `${shown}; and ${found.length - MOST_TOLD} more` : shown;
}

interface SqliteScratchOptions {
  /** Databases stand in `<folder>/<database>/<database>.sqlite`, as a set of dbqa has them. */
  readonly folder: string;
  /** Opens a file as an environment. */
  readonly open: (path: string) => Promise<Environment>;
}

/** Rows are written, and looked at for keys; a list of several rows is a SELECT to SQLite. */
const ALLOWED = new Set<number>([constants.SQLITE_INSERT, constants.SQLITE_SELECT, constants.SQLITE_READ]);
const SQLITE_FULL = 13;

/**
 * Scratch databases as SQLite files. Each is made aside and moved into place as a whole, so that several processes and a kill do no harm.
 * @throws FuxiError `target-not-supported` for a schema that SQLite does not take
 */
export function sqliteScratchDatabase(
  tables: readonly SchemaTable[],
  { folder, open }: SqliteScratchOptions,
): ScratchDatabase {
  const declarations = scratchDeclarations(tables);
  const names = tables.map(({ name }) => name);
  tryOut(declarations);
  const pathOf = (database: string): string => join(folder, database, `${database}.sqlite`);
  return {
    schema: declarations.map((each) => `${each};`).join("\n\n"),
    has: (database) => existsSync(pathOf(database)),
    fill(database, statements) {
      const problem = refusedBefore(statements, names);
      return problem === undefined ? made(pathOf(database), declarations, statements, names) : { problem };
    },
    async use(database, use) {
      const environment = await open(pathOf(database));
      try {
        return await use(environment);
      } finally {
        await environment.close();
      }
    },
  };
}

function tryOut(declarations: readonly string[]): void {
  const database = new DatabaseSync(":memory:");
  try {
    for (const declaration of declarations) database.exec(declaration);
  } catch (cause) {
    throw new FuxiError("target-not-supported", `SQLite does not take the schema: ${messageOf(cause)}.`, {
      hint: "Hide the table that it names with --deny.",
      cause,
    });
  } finally {
    database.close();
  }
}

function refusedBefore(statements: readonly string[], tables: readonly string[]): string | undefined {
  const { statements: most, characters, rows: mostRows } = SCRATCH_LIMITS;
  if (statements.length === 0) return "There is no INSERT statement.";
  if (statements.length > most) return `There are ${statements.length} statements; at most ${most} are run.`;
  const length = statements.reduce((sum, each) => sum + each.length, 0);
  if (length > characters)
    return `The statements have ${length} characters together; at most ${characters} are run.`;
  let rows = 0;
  for (const statement of statements) {
    const read = readInsert(statement, tables);
    if (read.problem !== undefined) return read.problem;
    rows += read.rows;
  }
  return rows > mostRows ? `The statements add ${rows} rows; at most ${mostRows} are taken.` : undefined;
}

function made(
  path: string,
  declarations: readonly string[],
  statements: readonly string[],
  tables: readonly string[],
): Filled {
  const folder = dirname(path);
  let aside: string | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    aside = mkdtempSync(join(folder, "making-"));
    const file = join(aside, "database.sqlite");
    const filled = filledIn(file, declarations, statements, tables);
    if (filled.problem === undefined) renameSync(file, path);
    return filled;
  } catch (cause) {
    if (FuxiError.isInstance(cause)) throw cause;
    throw notWritten(folder, cause);
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
  }
}

function filledIn(
  file: string,
  declarations: readonly string[],
  statements: readonly string[],
  tables: readonly string[],
): Filled {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;");
    for (const declaration of declarations) database.exec(declaration);
    database.exec("BEGIN");
    database.setAuthorizer((action) => (ALLOWED.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY));
    for (const statement of statements) {
      try {
        database.prepare(statement).run();
      } catch (cause) {
        if (isFull(cause)) throw notWritten(dirname(file), cause);
        return { problem: `${statement}\nSQLite says: ${messageOf(cause)}.` };
      }
    }
    database.setAuthorizer(null);
    // Keys are looked at afterwards: a record may stand before the one that it points to.
    const problem = recordsProblem(database, tables);
    if (problem !== undefined) return { problem };
    database.exec("COMMIT");
    return { rows: tables.map((table) => ({ table, rows: countOf(database, table) })) };
  } finally {
    database.close();
  }
}

function countOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.["n"]);
}

function notWritten(folder: string, cause: unknown): FuxiError {
  return isFull(cause)
    ? new FuxiError("disk-full", `There is no room for a database in ${folder}.`, { cause })
    : new FuxiError("store-unavailable", `A database cannot be written to ${folder}: ${messageOf(cause)}.`, {
        hint: "Check the rights of the folder, or name another one with --out.",
        cause,
      });
}

function isFull(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    ("errcode" in cause && cause.errcode === SQLITE_FULL) || ("code" in cause && cause.code === "ENOSPC")
  );
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Scratch databases in the folder of a set. They hold made-up records only, so that all of these may reach a model. */
export function openScratch(folder: string, options: OpenOptions): OpenScratchDatabase {
  const { patterns: _, configuration: __, ...plain } = options;
  const openPlace = openPlaces({ ...plain, egress: "all" });
  return (tables) =>
    sqliteScratchDatabase(tables, {
      folder,
      async open(path) {
        const { environments, close } = await openPlace({ targets: [path] }, options.signal);
        const [environment] = environments;
        if (environment !== undefined) return environment;
        await close();
        throw new FuxiError("internal", "The scratch database opened no environment.");
      },
    });
}
