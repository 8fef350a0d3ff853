import { join } from "node:path";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SchemaTable } from "../../../evaluation/construction/dbqa/schema.ts";
import {
  type Filled,
  type OpenScratchDatabase,
  SCRATCH_LIMITS,
  type ScratchDatabase,
} from "../../../evaluation/construction/dbqa/stages.ts";
import { constants, DatabaseSync } from "../../../store/node-sqlite.ts";
import { clippedText } from "../../../util/clipped-text.ts";
import type { OpenOptions } from "../../open-options.ts";
import { isFull, makeSqliteFile, messageOf } from "../make-sqlite-file.ts";
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

function leadsToKey(
  { table, referenced }: SchemaTable["foreignKeys"][number],
  tables: readonly SchemaTable[],
): boolean {
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

/** Declared so, a column of another engine holds numbers only; SQLite would keep a text there. */
const OF_NUMBERS = /int|real|floa|doub|numeric|decimal/iu;
const MOST_TOLD = 5;
/** UTF-16 units of a refused statement that are told. */
const LONGEST = 400;

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
    .map(({ table, rowid, parent }) => `${table}, row ${rowid}, has no record in ${parent}`);
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
    fill(database, statements) {
      const problem = refusedBefore(statements);
      if (problem !== undefined) return { problem };
      return makeSqliteFile<Filled>(
        pathOf(database),
        (file) => filledIn(file, declarations, statements, names),
        (filled) => filled.problem === undefined,
      );
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

function refusedBefore(statements: readonly string[]): string | undefined {
  const { statements: most, characters } = SCRATCH_LIMITS;
  if (statements.length === 0) return "There is no INSERT statement.";
  if (statements.length > most) return `There are ${statements.length} statements; at most ${most} are run.`;
  const length = statements.reduce((sum, each) => sum + each.length, 0);
  return length > characters
    ? `The statements have ${length} characters together; at most ${characters} are run.`
    : undefined;
}

/** The engine itself refuses everything but INSERTs of plain values: reading a table, a function, a transaction, another file. */
function filledIn(
  database: DatabaseSync,
  declarations: readonly string[],
  statements: readonly string[],
  tables: readonly string[],
): Filled {
  for (const declaration of declarations) database.exec(declaration);
  database.exec("BEGIN");
  const known = new Set(tables.map((table) => table.toLowerCase()));
  // A list of several rows is a SELECT to SQLite.
  database.setAuthorizer((action, table) =>
    action === constants.SQLITE_SELECT ||
    (action === constants.SQLITE_INSERT && known.has(String(table).toLowerCase()))
      ? constants.SQLITE_OK
      : constants.SQLITE_DENY,
  );
  for (const statement of statements) {
    try {
      database.exec(statement);
    } catch (cause) {
      if (isFull(cause)) throw cause;
      return {
        problem: `${clippedText(statement, LONGEST)}\nSQLite says: ${messageOf(cause)}. Only INSERT INTO table (columns) VALUES (…) is run, with plain values, into ${tables.join(", ")}.`,
      };
    }
  }
  database.setAuthorizer(null);
  const rows = tables.map((table) => ({ table, rows: countOf(database, table) }));
  const all = rows.reduce((sum, each) => sum + each.rows, 0);
  if (all > SCRATCH_LIMITS.rows)
    return { problem: `The statements add ${all} rows; at most ${SCRATCH_LIMITS.rows} are taken.` };
  // Keys are looked at afterwards: a record may stand before the one that it points to.
  const problem = recordsProblem(database, tables);
  if (problem !== undefined) return { problem };
  database.exec("COMMIT");
  return { rows };
}

function countOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.["n"]);
}

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
