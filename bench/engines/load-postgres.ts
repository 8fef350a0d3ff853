import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import pg from "pg";
import { openPostgresDriver } from "../../src/environments/database/index.ts";
import { scratchPostgresDatabase } from "../../test/support/postgres.ts";
import type { LoadedDatabase } from "./loaded-database.ts";

const INTEGERS = new Set([20, 21, 23]);
const FLOATS = new Set([700, 701]);
const NUMERIC = 1700;
const BOOLEAN = 16;

/** As the server prints them, but for whole numbers, floats and truth values. */
function plainCell(oid: number, text: string): unknown {
  if (INTEGERS.has(oid) || (oid === NUMERIC && /^-?\d+$/u.test(text))) return BigInt(text);
  if (FLOATS.has(oid)) return Number(text);
  return oid === BOOLEAN ? text === "t" : text;
}

const types = {
  getTypeParser: (oid: number) => (text: unknown) => plainCell(oid, String(text)),
} as unknown as pg.CustomTypesConfig;

/** Runs a script of psql without its lines that make or change the database. */
export async function loadPostgres(script: string): Promise<LoadedDatabase> {
  const scratch = await scratchPostgresDatabase();
  const sql = readFileSync(script, "utf8").replace(/^(?:DROP DATABASE|CREATE DATABASE|\\c) .*$/gimu, "");
  const psql = promisify(execFile)("psql", [scratch.url, "-q", "-v", "ON_ERROR_STOP=1"], { maxBuffer: 1e8 });
  psql.child.stdin?.end(sql);
  await psql;
  await scratch.execute("ANALYZE");
  const client = new pg.Client({ connectionString: scratch.url, types });
  await client.connect();
  return {
    open: () => openPostgresDriver({ url: scratch.url }),
    reference: {
      rows: async (text) => (await client.query({ text, rowMode: "array" })).rows as unknown[][],
      close: () => client.end(),
    },
    drop: () => scratch.drop(),
  };
}
