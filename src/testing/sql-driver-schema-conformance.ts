import assert from "node:assert/strict";
import type { SqlDriver } from "../environments/database/driver/sql-driver.ts";
import { singleValue } from "./sql-driver-queries.ts";
import type { SqlDriverSubject, WithDriver } from "./sql-driver-subject.ts";

const LOOKS = 50;

export function sqlDriverSchemaConformance(withDriver: WithDriver, subject: SqlDriverSubject): void {
  const never = new AbortController().signal;
  const told = (table: string, column: string) =>
    subject.skip?.origins === undefined ? { table, column } : undefined;

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

  withDriver("compiles without running, and tells where columns come from", async (driver) => {
    const [price, line] = ["Unit Price", "order line"].map((name) => driver.dialect.identifier(name));
    const columns = await driver.compile(
      `SELECT b.title AS t, ${price}, count(*) AS n FROM book b JOIN ${line} ON b.id = book_id GROUP BY 1, 2`,
      never,
    );
    assert.deepEqual(
      columns.map(({ name, origin }) => ({ name, origin })),
      [
        { name: "t", origin: told("book", "title") },
        { name: "Unit Price", origin: told("order line", "Unit Price") },
        { name: "n", origin: undefined },
      ],
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
