import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  openSqliteDriver,
  type SqliteDriver,
} from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { sqliteLexical } from "../../../../src/environments/database/drivers/sqlite/sqlite-functions.ts";
import { statementsOf } from "../../../../src/environments/database/sql/tokenize.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { refusalOf, statementOptions } from "./sql-driver-queries.ts";

const folder = temporaryFolder();
const never = new AbortController().signal;
let driver: SqliteDriver;

beforeAll(async () => {
  const path = join(folder, "places.sqlite");
  const owner = new DatabaseSync(path);
  owner.exec(`
    CREATE VIRTUAL TABLE area USING rtree(id, west, east);
    INSERT INTO area VALUES (1, 0, 10);
    CREATE VIRTUAL TABLE note USING fts5(text);
    INSERT INTO note VALUES ('by the sea');`);
  owner.close();
  driver = await openSqliteDriver({ path });
});
afterAll(() => driver?.close());

it("reads R-tree and full-text tables, and writes to none of their parts", async () => {
  const { tables } = await driver.introspect(never);
  // Without the counts the value index would not be built unasked.
  expect(tables.map(({ name, rowCount }) => [name, rowCount?.value])).toEqual([
    ["area", 1],
    ["note", 1],
  ]);
  expect((await driver.query("SELECT * FROM area", [], statementOptions())).rows).toEqual([[1, 0, 10]]);
  expect((await driver.query("SELECT * FROM note('sea')", [], statementOptions())).rows).toEqual([
    ["by the sea"],
  ]);
  for (const sql of [
    "DELETE FROM area RETURNING id",
    "INSERT INTO area_node VALUES (7, x'00') RETURNING 1",
    "DELETE FROM note_content RETURNING 1",
  ]) {
    await refusalOf(driver.query(sql, [], statementOptions()), sql);
  }
  expect((await driver.query("SELECT count(*) FROM area", [], statementOptions())).rows).toEqual([[1]]);
});

it("gives the rows before a text longer than JavaScript's longest", async () => {
  const sql = "SELECT n, printf('%.*c', n * 200000000, 'x') FROM (SELECT 1 AS n UNION ALL SELECT 3)";
  const { rows, truncatedBy, cutCells } = await driver.query(sql, [], statementOptions({ maxCellLength: 3 }));
  expect([rows, truncatedBy]).toEqual([[[1, "xxx"]], "bytes"]);
  expect(cutCells).toEqual([{ row: 0, column: 1, length: 200_000_000 }]);
});

/** SQLite copies a CTE into each of its uses while it compiles: 2 to the power of 30 copies. */
const EXPLODING = `WITH c0 AS (SELECT 1 AS x)${Array.from({ length: 30 }, (_, n) => `, c${n + 1} AS (SELECT a.x FROM c${n} a, c${n} b)`).join("")} SELECT * FROM c30`;

it("stops a statement that never ends to compile, and takes the next one", { timeout: 30_000 }, async () => {
  expect((await refusalOf(driver.compile(EXPLODING, never), "exploding")).kind).toBe("time-limit");
  expect((await driver.compile("SELECT 1 AS one", never))[0]?.name).toBe("one");
});

it("looks for the end of what is not closed only once", () => {
  for (const opening of ["[", "'", '"', "`", "/*"]) {
    expect(statementsOf(`SELECT ${opening.repeat(400_001)}`, sqliteLexical).length > 1, opening).toBe(false);
  }
});
