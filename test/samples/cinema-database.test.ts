import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cinemaRowsChecksum } from "../../src/samples/cinema/cinema-version.ts";
import { writeCinemaDatabase } from "../../src/samples/cinema/ensure-cinema-sample.ts";
import { sampleChecksum } from "./sample-checksum.ts";

const folder = mkdtempSync(join(tmpdir(), "cinema-database-"));
const path = join(folder, "cinema.sqlite");
let database: DatabaseSync;

beforeAll(() => {
  writeCinemaDatabase(path);
  database = new DatabaseSync(path, { readOnly: true });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const rows = (sql: string) =>
  database
    .prepare(sql)
    .all()
    .map((row) => Object.values(row));
const tables = () =>
  rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").flat().map(String);

describe("the cinema database as a whole", () => {
  test("has the committed rows, which questions are written against", () => {
    expect(sampleChecksum(path)).toBe(cinemaRowsChecksum);
  });

  test("is the same when it is written again", () => {
    const again = join(folder, "again.sqlite");
    writeCinemaDatabase(again);
    expect(sampleChecksum(again)).toBe(sampleChecksum(path));
  });

  test("keeps its foreign keys, primary keys and checks", () => {
    expect(rows("PRAGMA foreign_key_check")).toEqual([]);
    expect(rows("PRAGMA integrity_check")).toEqual([["ok"]]);
    for (const table of tables()) {
      expect(rows(`SELECT 1 FROM pragma_table_info('${table}') WHERE pk > 0`), table).not.toEqual([]);
    }
  });
});
