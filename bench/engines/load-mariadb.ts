import { readFileSync } from "node:fs";
import mysql from "mysql2/promise";
import { openMysqlDriver } from "../../src/environments/database/index.ts";
import { scratchMariadb } from "../../test/support/mariadb.ts";
import type { LoadedDatabase } from "./loaded-database.ts";

/** Runs a script without its lines that make or change the database. */
export async function loadMariadb(script: string): Promise<LoadedDatabase> {
  const scratch = await scratchMariadb();
  const sql = readFileSync(script, "utf8").replace(/^(?:DROP DATABASE|CREATE DATABASE|USE) .*$/gimu, "");
  const client = await mysql.createConnection({
    uri: scratch.url,
    multipleStatements: true,
    dateStrings: true,
    supportBigNumbers: true,
    charset: "utf8mb4",
  });
  await client.query(sql);
  return {
    open: () => openMysqlDriver({ url: scratch.url }),
    reference: {
      rows: async (text) => (await client.query({ sql: text, rowsAsArray: true }))[0] as unknown[][],
      close: () => client.end(),
    },
    drop: () => scratch.drop(),
  };
}
