import assert from "node:assert/strict";
import type { SqlDriver, StatementResult } from "../../../../src/environments/database/driver/sql-driver.ts";
import type { SqlDriverSubject, WithDriver } from "./sql-driver-fixture.ts";
import { longResult, singleValue, statementOptions } from "./sql-driver-queries.ts";

const LOOKS = 50;

export function sqlDriverSchemaConformance(withDriver: WithDriver, subject: SqlDriverSubject): void {
  const never = new AbortController().signal;

  withDriver("reads tables, views, columns and keys", async (driver) => {
    const { tables } = await driver.introspect(never);
    const names = tables.map(({ name, kind, schema }) => `${kind} ${schema ?? ""}${name}`);
    assert.deepEqual(names.filter((name) => !name.includes("added")).sort(), [
      "table author",
      "table book",
      "table order line",
      "table shipment",
      "view titles",
    ]);
    const table = (wanted: string) => tables.find(({ name }) => name === wanted);
    const column = (of: string, wanted: string) => table(of)?.columns.find(({ name }) => name === wanted);
    assert.deepEqual(
      table("book")?.columns.map(({ name, affinity }) => `${name} ${affinity}`),
      ["id integer", "author_id integer", "title text", "pages integer", "cover binary"],
    );
    assert.equal(column("author", "name")?.nullable, false);
    assert.equal(column("author", "name")?.unique, true);
    assert.equal(column("author", "born")?.nullable, true);
    assert.equal(column("author", "born")?.unique, undefined);
    assert.equal(column("author", "id")?.primaryKeyPosition, 1);
    assert.equal(column("order line", "line_no")?.primaryKeyPosition, 2);
    assert.equal(column("order line", "line_no")?.unique, undefined);
    assert.equal(column("order line", "Unit Price")?.affinity, "real");
    assert.equal(column("shipment", "sent")?.affinity, "date");
    assert.deepEqual(table("book")?.foreignKeys, [
      { columns: ["author_id"], referencedTable: "author", referencedColumns: ["id"] },
    ]);
    assert.deepEqual(table("shipment")?.foreignKeys, [
      {
        columns: ["order_no", "line_no"],
        referencedTable: "order line",
        referencedColumns: ["order_no", "line_no"],
      },
    ]);
    assert.deepEqual(
      table("titles")?.columns.map(({ name }) => name),
      ["title", "name"],
    );
    const counted = table("book")?.rowCount;
    if (counted?.exact) assert.equal(counted.value, 4);
  });

  withDriver("gives the same data version until rows or tables change", async (driver) => {
    const before = await steadyVersion(driver);
    await subject.execute("CREATE TABLE added (n INTEGER)");
    try {
      const withTable = await driver.dataVersion(never);
      assert.notEqual(withTable, before);
      assert.ok((await driver.introspect(never)).tables.some(({ name }) => name === "added"));
      await subject.execute("INSERT INTO added VALUES (7)");
      const withRow = await driver.dataVersion(never);
      assert.notEqual(withRow, withTable);
      assert.equal(await singleValue(driver, "SELECT n FROM added"), 7);
      await subject.execute("UPDATE added SET n = 8");
      assert.notEqual(await driver.dataVersion(never), withRow);
      assert.equal(await singleValue(driver, "SELECT n FROM added"), 8);
    } finally {
      await subject.execute("DROP TABLE added");
    }
  });

  withDriver("compiles without running, and names the columns", async (driver) => {
    const [price, line] = ["Unit Price", "order line"].map((name) => driver.dialect.identifier(name));
    const columns = await driver.compile(
      `SELECT b.title AS t, ${price}, count(*) AS n FROM book b JOIN ${line} ON b.id = book_id GROUP BY 1, 2`,
      never,
    );
    assert.deepEqual(
      columns.map(({ name }) => name),
      ["t", "Unit Price", "n"],
    );
    const placeholder = driver.dialect.placeholder(1);
    const withParameter = await driver.compile(`SELECT id FROM book WHERE title = ${placeholder}`, never);
    assert.deepEqual(
      withParameter.map(({ name }) => name),
      ["id"],
    );
  });
}

/** On a server the version may take in what happens in other databases: between two of many looks nothing does. */
async function steadyVersion(driver: SqlDriver): Promise<string> {
  const { signal } = new AbortController();
  for (let look = 0; look < LOOKS; look++) {
    const version = await driver.dataVersion(signal);
    if ((await driver.dataVersion(signal)) === version) return version;
  }
  assert.fail(
    `The data version was never the same in ${LOOKS} pairs of looks, although nothing was written.`,
  );
}

/** Results of any width: each cell has a bound, and all rows together have one. */
export function sqlDriverWidthConformance(withDriver: WithDriver, subject: SqlDriverSubject): void {
  const repeated = subject.repeated ?? replaced;
  withDriver("cuts a cell that is too long, and tells how long it was", async (driver) => {
    const wide = driver.dialect.stringLiteral(`${"x".repeat(49)}😀${"y".repeat(49)}`);
    const sql = `SELECT id, ${wide} FROM book WHERE id < 3 ORDER BY id`;
    const { rows, cutCells } = await driver.query(sql, [], statementOptions({ maxCellLength: 50 }));
    assert.deepEqual(rows, [
      [1, "x".repeat(49)],
      [2, "x".repeat(49)],
    ]);
    assert.deepEqual(cutCells, [
      { row: 0, column: 1, length: 100 },
      { row: 1, column: 1, length: 100 },
    ]);
    const whole = await driver.query("SELECT title FROM book", [], statementOptions());
    assert.equal(whole.cutCells, undefined);
  });

  withDriver("cuts cells at a million characters unless told otherwise", async (driver) => {
    const sql = `SELECT ${repeated(driver.dialect.stringLiteral("y".repeat(1001)), 1000)}`;
    const usual = await driver.query(sql, [], statementOptions());
    assert.equal(String(usual.rows[0]?.[0]).length, 1_000_000);
    assert.deepEqual(usual.cutCells, [{ row: 0, column: 0, length: 1_001_000 }]);
    const whole = await driver.query(sql, [], statementOptions({ maxCellLength: Number.POSITIVE_INFINITY }));
    assert.equal(String(whole.rows[0]?.[0]).length, 1_001_000);
    assert.equal(whole.cutCells, undefined);
  });

  withDriver("stops reading where wide rows reach the bound on bytes, and says so", async (driver) => {
    const wide = driver.dialect.stringLiteral("é".repeat(500));
    const sql = longResult(`7, ${wide}`);
    const options = statementOptions({ maxRows: 1_000_000, maxBytes: 20_000 });
    const result = await driver.query(sql, [], options);
    assert.deepEqual([result.truncated, result.truncatedBy], [true, "bytes"]);
    assert.ok(result.rows.every(([number]) => number === 7));
    assert.ok(textBytes(result) <= 20_000 && textBytes(result) >= 18_000, `${textBytes(result)} bytes`);
    assert.deepEqual(
      result.columns.map(({ name }) => name),
      (await driver.compile(sql, options.signal)).map(({ name }) => name),
    );
    assert.equal(await singleValue(driver, "SELECT 1"), 1);
  });

  withDriver("holds 64 MB of many rows at most unless told otherwise", async (driver) => {
    const sql = longResult(driver.dialect.stringLiteral("z".repeat(100_000)));
    const result = await driver.query(sql, [], statementOptions({ maxRows: 100_000 }));
    assert.equal(result.truncatedBy, "bytes");
    assert.ok(
      textBytes(result) <= 64_000_000 && textBytes(result) >= 63_000_000,
      `${textBytes(result)} bytes`,
    );
    assert.equal(await singleValue(driver, "SELECT 1"), 1);
  });

  withDriver("leaves out the row that goes over the bound on bytes, the first one too", async (driver) => {
    const wide = driver.dialect.stringLiteral("x".repeat(1000));
    const from = (id: number) =>
      `SELECT id, CASE WHEN id = 3 THEN ${wide} ELSE title END FROM book WHERE id >= ${id} ORDER BY id`;
    const bounds = statementOptions({ maxBytes: 500 });
    const third = await driver.query(from(1), [], bounds);
    const before = [
      [1, "First"],
      [2, "Second"],
    ];
    assert.deepEqual([third.rows, third.truncated, third.truncatedBy], [before, true, "bytes"]);
    const first = await driver.query(from(3), [], bounds);
    assert.deepEqual([first.rows, first.truncated, first.truncatedBy], [[], true, "bytes"]);
    assert.deepEqual(
      first.columns.map(({ name }) => name),
      third.columns.map(({ name }) => name),
    );
    const cut = await driver.query(from(3), [], { ...bounds, maxCellLength: 10 });
    assert.deepEqual(cut.rows, [
      [3, "x".repeat(10)],
      [4, "Fourth"],
    ]);
    assert.deepEqual([cut.truncated, cut.truncatedBy], [false, undefined]);
  });

  withDriver("tells the bound on rows from the one on bytes", async (driver) => {
    const options = statementOptions({ maxRows: 3, maxBytes: 10_000 });
    const { rows, truncatedBy } = await driver.query("SELECT id FROM book ORDER BY id", [], options);
    assert.deepEqual([rows, truncatedBy], [[[1], [2], [3]], "rows"]);
  });

  withDriver("cuts a cell of 100 MB or ends before it, and answers the next statement", async (driver) => {
    const wide = repeated(repeated(driver.dialect.stringLiteral("y".repeat(1000)), 1000), 100);
    const sql = `SELECT id, CASE WHEN id = 2 THEN ${wide} ELSE title END FROM book WHERE id < 3 ORDER BY id`;
    const { rows, truncatedBy, cutCells } = await driver.query(sql, [], statementOptions());
    assert.deepEqual(rows[0], [1, "First"]);
    if (truncatedBy === undefined) assert.deepEqual(cutCells, [{ row: 1, column: 1, length: 100_000_000 }]);
    else assert.deepEqual([rows.length, truncatedBy], [1, "bytes"]);
    assert.equal(await singleValue(driver, "SELECT 1"), 1);
  });
}

/** A text of one letter `y`, so many times. */
function replaced(text: string, times: number): string {
  return `replace(${text}, 'y', '${"y".repeat(times)}')`;
}

function textBytes({ rows }: StatementResult): number {
  return rows.flat().reduce<number>((sum, cell) => sum + Buffer.byteLength(String(cell)), 0);
}
