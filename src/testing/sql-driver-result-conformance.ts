import assert from "node:assert/strict";
import { longResult, singleValue, statementOptions } from "./sql-driver-queries.ts";
import type { SqlDriverSubject, WithDriver } from "./sql-driver-subject.ts";

export function sqlDriverResultConformance(withDriver: WithDriver, subject: SqlDriverSubject): void {
  const tellsOrigins = subject.skip?.origins === undefined;

  withDriver("cuts off at the row limit and says so, and only then", async (driver) => {
    const rows = async (maxRows: number) => {
      const result = await driver.query("SELECT id FROM book ORDER BY id", [], statementOptions({ maxRows }));
      return { ids: result.rows.map(([id]) => id), truncated: result.truncated };
    };
    assert.deepEqual(await rows(5), { ids: [1, 2, 3, 4], truncated: false });
    assert.deepEqual(await rows(4), { ids: [1, 2, 3, 4], truncated: false });
    assert.deepEqual(await rows(3), { ids: [1, 2, 3], truncated: true });
    assert.deepEqual(await rows(0), { ids: [], truncated: true });
  });

  withDriver("does not read the rest of a result that it cuts off", async (driver) => {
    const { rows, truncated } = await driver.query(longResult("7"), [], statementOptions({ maxRows: 3 }));
    assert.deepEqual({ rows, truncated }, { rows: [[7], [7], [7]], truncated: true });
    const limited = `${longResult("7")} LIMIT 2000000000`;
    const again = await driver.query(limited, [], statementOptions({ maxRows: 1 }));
    assert.deepEqual([again.rows, again.truncated], [[[7]], true]);
    assert.equal(await singleValue(driver, "SELECT 1"), 1);
  });

  withDriver("names the columns of an empty result", async (driver) => {
    const { columns, rows, truncated } = await driver.query(
      "SELECT title AS t, pages FROM book WHERE id > 100",
      [],
      statementOptions(),
    );
    assert.deepEqual({ rows, truncated }, { rows: [], truncated: false });
    assert.deepEqual(
      columns.map(({ name, origin }) => [name, origin?.table, origin?.column]),
      [
        ["t", ...(tellsOrigins ? ["book", "title"] : [undefined, undefined])],
        ["pages", ...(tellsOrigins ? ["book", "pages"] : [undefined, undefined])],
      ],
    );
  });

  withDriver("keeps every value exact", async (driver) => {
    const { rows } = await driver.query(
      `SELECT b.pages, b.cover, a.name, a.born, 0.5 * 1 FROM book b LEFT JOIN author a ON a.id = b.author_id ORDER BY b.id`,
      [],
      statementOptions(),
    );
    assert.deepEqual(rows, [
      [120, new Uint8Array([0, 255, 16]), "Anna O'Hara", "1901-02-03", 0.5],
      [9007199254740993n, null, "Anna O'Hara", "1901-02-03", 0.5],
      [-9007199254740993n, null, "Zoë 😀", null, 0.5],
      [0, null, null, null, 0.5],
    ]);
    assert.equal(await singleValue(driver, "SELECT born FROM author WHERE id = 3"), "");
  });

  withDriver("binds parameters as the values that they are", async (driver) => {
    const where = (column: string) =>
      `SELECT id FROM book WHERE ${column} = ${driver.dialect.placeholder(1)}`;
    assert.equal(await singleValue(driver, where("title"), ["Second"]), 2);
    assert.equal(await singleValue(driver, where("id"), [3]), 3);
    assert.equal(await singleValue(driver, where("pages"), [9007199254740993n]), 2);
    assert.equal(await singleValue(driver, where("cover"), [new Uint8Array([0, 255, 16])]), 1);
    assert.equal(await singleValue(driver, where(driver.dialect.toText("id")), [3]), 3);
    const [first, second] = [driver.dialect.placeholder(1), driver.dialect.placeholder(2)];
    const name = `SELECT id FROM author WHERE name = ${first} AND (born = ${second} OR born IS NULL)`;
    assert.equal(await singleValue(driver, name, ["Zoë 😀", null]), 2);
    const injected = `x' OR '1'='1`;
    const { rows } = await driver.query(where("title"), [injected], statementOptions());
    assert.deepEqual(rows, []);
  });

  withDriver("answers calls in parallel, each its own", async (driver) => {
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const answers = await Promise.all(numbers.map((number) => singleValue(driver, `SELECT ${number}`)));
    assert.deepEqual(answers, numbers);
  });
}
