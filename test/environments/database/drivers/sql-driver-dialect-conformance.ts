import assert from "node:assert/strict";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import type { WithDriver } from "./sql-driver-fixture.ts";
import { refusalOf, singleValue, statementOptions } from "./sql-driver-queries.ts";

const NAMES =
  'plain|Mixed Case|quo"te|back`tick|sel[ect]|select|order|group|left|naïve|9lives|a-b|$x|user|key|x.y'.split(
    "|",
  );
const TEXTS = [
  "",
  "it's",
  "back\\slash",
  '"quoted"',
  "é😀",
  "a -- b",
  "/* c */",
  "%_",
  "line\nbreak",
  "$1 ? :x @y",
];
const DATE_PATTERNS = [
  ..."%Y-%m-%d|%Y-%m-%d %H:%M:%S|%Y-%m-%dT%H:%M|%d/%m/%Y|%m/%d/%Y|%-m/%-d/%Y|%-d.%-m.%Y|%-m/%-d/%y".split(
    "|",
  ),
  ..."%d-%b-%Y|%B %-d, %Y|%-m/%-d/%Y %H:%M|%Y%m%d|%Y/%m|epoch-seconds|epoch-milliseconds".split("|"),
];

export function sqlDriverDialectConformance(withDriver: WithDriver): void {
  withDriver("writes identifiers and texts so that the engine reads them back", async (driver) => {
    const { dialect } = driver;
    for (const name of NAMES) {
      const written = dialect.identifier(name);
      const sql = `SELECT x.${written}, ${written} FROM (SELECT 5 AS ${written}) AS x WHERE ${written} > 0 ORDER BY ${written}`;
      const { columns, rows } = await driver.query(sql, [], statementOptions());
      assert.deepEqual(rows, [[5, 5]], sql);
      assert.equal(columns[0]?.name, name, sql);
      assert.ok(dialect.sameIdentifier(written, name), name);
    }
    assert.ok(!dialect.sameIdentifier("title", "titles"));
    for (const text of TEXTS)
      assert.equal(await singleValue(driver, `SELECT ${dialect.stringLiteral(text)}`), text);
  });

  withDriver("tells facts of the language that the engine confirms", async (driver) => {
    const { dialect } = driver;
    const bare = "SELECT author_id, count(*) FROM book";
    const accepts = async (sql: string) => {
      try {
        await driver.query(sql, [], statementOptions());
        return true;
      } catch {
        await refusalOf(driver.query(sql, [], statementOptions()), sql);
        return false;
      }
    };
    assert.equal(await accepts(bare), dialect.allowsBareColumns);
    assert.equal(await accepts("SELECT title FROM book WHERE title > 5"), dialect.comparesAcrossTypes);
    const quoted = dialect.quotedWordsMayBeText || dialect.lexical.doubleQuotesAreStrings;
    assert.equal(await accepts('SELECT "no such column" FROM book'), quoted);
    assert.equal((await singleValue(driver, "SELECT 5 / 2")) === 2, dialect.dividesIntegersToInteger);
    const first = (await driver.query("SELECT born FROM author ORDER BY born", [], statementOptions()))
      .rows[0]?.[0];
    assert.equal(first === null, dialect.nullsSortFirstAscending);
    assert.equal(await singleValue(driver, `SELECT Upper(loWER('A'))`), "A");
  });

  withDriver("turns texts into numbers and compares without regard to case", async (driver) => {
    const { dialect } = driver;
    const number = (text: string) =>
      singleValue(driver, `SELECT ${dialect.toNumber(dialect.stringLiteral(text))}`);
    assert.equal(await number("1 204"), 1204);
    assert.equal(await number("12,50"), 12.5);
    assert.equal(await number("7"), 7);
    assert.equal(await singleValue(driver, `SELECT ${dialect.toText("12")}`), "12");
    const like = `SELECT id FROM book WHERE ${dialect.likeIgnoringCase("title", "'sEC%'")}`;
    assert.equal(await singleValue(driver, like), 2);
  });
}

/** Year and month of every form of date. */
export async function takesDatesApart(driver: SqlDriver): Promise<void> {
  const { dialect } = driver;
  for (const date of [
    { year: 2024, month: 3, day: 5 },
    { year: 1999, month: 12, day: 31 },
  ]) {
    for (const pattern of DATE_PATTERNS) {
      const form = { pattern };
      const literal = dialect.dateLiteral(date, form);
      const [year, month] = [dialect.yearOf("d", form), dialect.monthOf("d", form)];
      assert.ok(year !== undefined && month !== undefined, pattern);
      const typed = pattern.startsWith("epoch") ? literal : dialect.toText(literal);
      const sql = `SELECT ${year}, ${month} FROM (SELECT ${typed} AS d) AS x`;
      const { rows } = await driver.query(sql, [], statementOptions());
      assert.deepEqual(rows, [[date.year, date.month]], sql);
    }
  }
  const native = dialect.dateLiteral({ year: 2024, month: 3, day: 5 }, { pattern: "native" });
  assert.equal(await singleValue(driver, `SELECT count(*) FROM shipment WHERE sent = ${native}`), 1);
  const year = dialect.yearOf("sent", { pattern: "native" });
  assert.equal(await singleValue(driver, `SELECT ${year} FROM shipment`), 2024);
}
