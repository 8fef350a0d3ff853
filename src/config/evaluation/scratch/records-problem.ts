import type { DatabaseSync } from "../../../store-file/node-sqlite.ts";
import { quoted } from "./scratch-declarations.ts";

/** Declared so, a column of another engine holds numbers only; SQLite would keep a text there. */
const OF_NUMBERS = /int|real|floa|doub|numeric|decimal/iu;
const MOST_TOLD = 5;

/** What SQLite keeps though the schema does not allow it: records whose parent is missing, texts in columns of numbers. */
export function recordsProblem(database: DatabaseSync, tables: readonly string[]): string | undefined {
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
