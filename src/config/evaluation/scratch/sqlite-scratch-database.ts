import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SchemaTable } from "../../../evaluation/construction/dbqa/schema-table.ts";
import {
  type Filled,
  SCRATCH_LIMITS,
  type ScratchDatabase,
} from "../../../evaluation/construction/dbqa/scratch-database.ts";
import { constants, DatabaseSync } from "../../../store-file/node-sqlite.ts";
import { readInsert } from "./read-insert.ts";
import { recordsProblem } from "./records-problem.ts";
import { quoted, scratchDeclarations } from "./scratch-declarations.ts";

export interface SqliteScratchOptions {
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
