import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import type { EngineErrorKind } from "../../../../src/environments/database/driver/sql-engine-error.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import { openedOnce, rejectsWith, type TestRunner } from "../../../../src/testing/test-runner.ts";
import { sqlDriverDialectConformance, takesDatesApart } from "./sql-driver-dialect-conformance.ts";
import type { SqlAttack, SqlDriverSubject, WithDriver } from "./sql-driver-fixture.ts";
import { ENDLESS, longResult, refusalOf, singleValue, statementOptions } from "./sql-driver-queries.ts";
import { sqlDriverSchemaConformance, sqlDriverWidthConformance } from "./sql-driver-schema-conformance.ts";

const COMMON_ATTACKS: readonly SqlAttack[] = [
  { sql: "INSERT INTO author VALUES (9, 'Eve', NULL)" },
  { sql: "INSERT INTO author VALUES (9, 'Eve', NULL) RETURNING id" },
  { sql: "UPDATE author SET name = 'Eve' WHERE id = 1" },
  { sql: "UPDATE author SET name = 'Eve' WHERE id = 1 RETURNING *" },
  { sql: "DELETE FROM shipment" },
  { sql: "DELETE FROM shipment RETURNING order_no" },
  { sql: "WITH gone AS (DELETE FROM shipment RETURNING *) SELECT * FROM gone" },
  { sql: "WITH a AS (SELECT 1) DELETE FROM shipment" },
  { sql: "WITH a AS (SELECT 1) INSERT INTO author SELECT 9, 'Eve', NULL" },
  { sql: "DROP TABLE shipment" },
  { sql: "CREATE TABLE evil (n INTEGER)" },
  { sql: "CREATE TEMP TABLE evil (n INTEGER)" },
  { sql: "CREATE TABLE evil AS SELECT * FROM author" },
  { sql: "CREATE VIEW evil AS SELECT 1" },
  { sql: "CREATE INDEX evil ON author (born)" },
  { sql: "ALTER TABLE author ADD COLUMN evil TEXT" },
  { sql: "ALTER TABLE author RENAME TO evil" },
  { sql: "BEGIN" },
  { sql: "COMMIT" },
  { sql: "ROLLBACK" },
  { sql: "SAVEPOINT evil" },
  { sql: "COMMIT; DROP TABLE shipment" },
  { sql: "SELECT 1; DROP TABLE shipment" },
  { sql: "SELECT 1;\n-- and\nDROP TABLE shipment" },
  { sql: ";;; DROP TABLE shipment" },
  { sql: "SELECT ';'; DROP TABLE shipment; --" },
  { sql: "/* SELECT 1 */ DROP TABLE shipment" },
  { sql: "-- SELECT 1\nDROP TABLE shipment" },
  { sql: "SELECT 1 /* ; */; DROP TABLE shipment" },
  { sql: "\uFEFFDROP TABLE shipment" },
  { sql: "EXPLAIN ANALYZE INSERT INTO author VALUES (9, 'Eve', NULL)" },
  { sql: "VACUUM" },
  { sql: "ANALYZE" },
  { sql: "SELECT 1 -- ; DROP TABLE shipment", outcome: "harmless" },
  { sql: "SELECT '; DROP TABLE shipment'", outcome: "harmless" },
  { sql: "SELECT 1 /* ; DROP TABLE shipment */", outcome: "harmless" },
];

function sqlDriverGuardConformance(withDriver: WithDriver, subject: SqlDriverSubject): void {
  const attacks = [...COMMON_ATTACKS, ...subject.attacks];
  const never = new AbortController().signal;

  withDriver("changes nothing whatever it is asked to run", async (driver) => {
    const before = await subject.state();
    for (const { sql, outcome } of attacks) {
      const running = driver.query(sql, [], statementOptions());
      if (outcome === "harmless") await running;
      else await refusalOf(running, sql);
      assert.equal(await subject.state(), before, sql);
    }
    assert.equal(await singleValue(driver, "SELECT count(*) FROM shipment"), 1);
    // The attempts have lifted neither the guard nor the time limit.
    const write = "INSERT INTO author VALUES (9, 'Eve', NULL)";
    assert.equal((await refusalOf(driver.query(write, [], statementOptions()), write)).kind, "not-read-only");
    const limited = driver.query(ENDLESS, [], statementOptions({ milliseconds: 60 }));
    assert.equal((await refusalOf(limited, ENDLESS)).kind, "time-limit");
  });

  withDriver("changes nothing whatever it is asked to compile", async (driver) => {
    const before = await subject.state();
    for (const { sql, outcome } of attacks) {
      const compiling = driver.compile(sql, never);
      if (outcome === undefined || outcome === "refused") await refusalOf(compiling, sql);
      else await compiling;
    }
    assert.equal(await subject.state(), before);
  });
}

/** A statement, what is wrong with it, and the name that must be told. */
const FAULTS: readonly (readonly [sql: string, kind: EngineErrorKind, identifier?: string])[] = [
  ["SELECT * FROM no_such_table", "unknown-table", "no_such_table"],
  ["SELECT no_such_column FROM book", "unknown-column", "no_such_column"],
  ["SELECT b.no_such_column FROM book b", "unknown-column", "b.no_such_column"],
  ["SELECT title FROM book WHERE nosuch = 1", "unknown-column", "nosuch"],
  ["SELECT no_such_function(title) FROM book", "unknown-function", "no_such_function"],
  ["SELECT id FROM author JOIN book ON author.id = book.author_id", "ambiguous-column", "id"],
  ["SELECT title FROM book WHERE count(*) > 1", "aggregate-misuse"],
  ["SELECT id FROM book UNION SELECT id, title FROM book", "column-count-mismatch"],
  ["SELECT title FROM book WHERE id IN (SELECT id, title FROM book)", "column-count-mismatch"],
  ["SELEC title FROM book", "syntax"],
  ["SELECT title FROM", "syntax"],
  ["SELECT (title FROM book", "syntax"],
  ["", "syntax"],
  ["-- nothing", "syntax"],
  ["SELECT 1; SELECT 2", "multiple-statements"],
];

function sqlDriverErrorConformance(withDriver: WithDriver): void {
  const never = new AbortController().signal;

  withDriver("says what is wrong with a statement and which name is meant", async (driver) => {
    for (const [sql, kind, identifier] of FAULTS) {
      const asked = await refusalOf(driver.query(sql, [], statementOptions()), sql);
      assert.equal(asked.kind, kind, `${sql}: ${asked.engineMessage}`);
      if (identifier !== undefined) {
        assert.equal(asked.identifier, identifier, sql);
        assert.equal(asked.offset, sql.indexOf(identifier), sql);
      }
      const compiled = await refusalOf(driver.compile(sql, never), sql);
      assert.equal(compiled.kind, kind, `${sql}: ${compiled.engineMessage}`);
    }
    assert.equal(await singleValue(driver, "SELECT 1"), 1);
  });

  withDriver("points with UTF-16 offsets behind letters of any plane", async (driver) => {
    const sql = "SELECT '😀é' AS x FROM WHERE";
    const { offset } = await refusalOf(driver.query(sql, [], statementOptions()), sql);
    assert.equal(offset, sql.indexOf("WHERE"));
  });

  withDriver("sees statements, queries and syntax errors without the engine", async (driver) => {
    const inspect = (sql: string) => driver.dialect.inspect(sql);
    for (const sql of [
      "SELECT 1",
      "VALUES (1)",
      "WITH a AS (SELECT 1) SELECT * FROM a -- end",
      " (SELECT 1) ;; ",
    ]) {
      const info = inspect(sql);
      if (info.syntaxError === undefined) assert.deepEqual(info, { statements: 1, isQuery: true }, sql);
    }
    assert.deepEqual(inspect("SELECT 1; SELECT 2").statements, 2);
    assert.deepEqual(inspect("SELECT ';' /* ; */").statements, 1);
    assert.deepEqual(inspect(""), { statements: 0, isQuery: false });
    assert.deepEqual(inspect("-- only a comment"), { statements: 0, isQuery: false });
    const insert = inspect("INSERT INTO book (id) VALUES (1)");
    assert.deepEqual(insert, { statements: 1, isQuery: false, refusedBecause: "INSERT" });
    // Where there is no parser of the grammar, the words alone make a query of it, and the engine has to tell.
    const broken = inspect("SELECT 'é😀' FROM WHERE");
    if (broken.syntaxError !== undefined) assert.equal(broken.syntaxError.offset, 18);
    assert.equal(broken.isQuery, broken.syntaxError === undefined);
  });
}

export type { SqlAttack, SqlDriverSubject } from "./sql-driver-fixture.ts";

/** What every SQL driver must hold to: schema, results and their bounds, errors, stopping, read-only, language facts. */
export function sqlDriverConformance(runner: TestRunner, subject: SqlDriverSubject): void {
  const withDriver: WithDriver = openedOnce(runner, () => subject.open());

  withDriver("names its target without path or credentials, by a key that stays", async (driver) => {
    const again = await subject.open();
    try {
      assert.deepEqual(again.target, driver.target);
      assert.match(driver.target.name, /^[^/\\:@]+$/u);
      assert.match(driver.target.key, /^[0-9a-f]{16,}$/u);
      assert.notEqual(driver.target.engineVersion, "");
    } finally {
      await again.close();
    }
  });
  sqlDriverSchemaConformance(withDriver, subject);
  sqlDriverResultConformance(withDriver);
  sqlDriverWidthConformance(withDriver, subject);
  sqlDriverErrorConformance(withDriver);
  sqlDriverStopConformance(runner, withDriver, subject);
  sqlDriverGuardConformance(withDriver, subject);
  sqlDriverDialectConformance(withDriver);
  const dates = "takes year and month out of every form of date that it writes";
  if (subject.skips?.dates !== undefined) runner.skip(dates, subject.skips.dates);
  else withDriver(dates, takesDatesApart);
}

function sqlDriverResultConformance(withDriver: WithDriver): void {
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
      columns.map(({ name }) => name),
      ["t", "pages"],
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

function sqlDriverStopConformance(
  runner: TestRunner,
  withDriver: WithDriver,
  subject: SqlDriverSubject,
): void {
  withDriver("stops a statement at its time limit, and answers the next one", async (driver) => {
    for (const milliseconds of [40, 400]) {
      const facts = await refusalOf(driver.query(ENDLESS, [], statementOptions({ milliseconds })), ENDLESS);
      assert.equal(facts.kind, "time-limit");
      assert.equal(await singleValue(driver, "SELECT 1"), 1);
    }
    await rejectsWith("engine-timeout", driver.query(ENDLESS, [], statementOptions({ milliseconds: 40 })));
  });

  withDriver("stops a statement that is cancelled, and answers the next one", async (driver) => {
    const controller = new AbortController();
    const running = driver.query(ENDLESS, [], statementOptions({ signal: controller.signal }));
    const rejected = rejectsWith("cancelled", running);
    await delay(60);
    controller.abort();
    await rejected;
    assert.equal(await singleValue(driver, "SELECT 1"), 1);
  });

  withDriver("refuses work under a signal that is already aborted", async (driver) => {
    const signal = AbortSignal.abort();
    await rejectsWith("cancelled", driver.query("SELECT 1", [], statementOptions({ signal })));
    await rejectsWith("cancelled", driver.compile("SELECT 1", signal));
    await rejectsWith("cancelled", driver.introspect(signal));
  });

  withDriver("leaves other statements alone when one is stopped", async (driver) => {
    const stopped = refusalOf(driver.query(ENDLESS, [], statementOptions({ milliseconds: 300 })), ENDLESS);
    const others = Promise.all([1, 2, 3, 4, 5].map((number) => singleValue(driver, `SELECT ${number}`)));
    assert.deepEqual(await others, [1, 2, 3, 4, 5]);
    assert.equal((await stopped).kind, "time-limit");
  });

  runner.it("cancels what still runs when it is closed, and takes no more work", async () => {
    const driver = await subject.open();
    const running = rejectsWith("cancelled", driver.query(ENDLESS, [], statementOptions()));
    await delay(60);
    await driver.close();
    await running;
    await rejectsWith("cancelled", driver.query("SELECT 1", [], statementOptions()));
    await driver.close();
  });

  const title = "tells when the engine dies in the middle of a statement, and answers the next one";
  const { killEngine } = subject;
  if (killEngine === undefined) {
    runner.skip(title, "the subject cannot kill its engine");
    return;
  }
  withDriver(title, async (driver) => {
    let over = false;
    const lost = rejectsWith("engine-unavailable", driver.query(ENDLESS, [], statementOptions())).finally(
      () => {
        over = true;
      },
    );
    // On a busy machine the statement may not have come to the engine by the first time.
    while (!over) {
      await delay(100);
      await killEngine(driver);
    }
    await lost;
    await answersAgain(driver);
    await killEngine(driver);
    await answersAgain(driver);
  });
}

/** Until the driver has heard of the death, a statement may still go to the dead engine, which is told as that and nothing else. */
async function answersAgain(driver: SqlDriver): Promise<void> {
  for (let attempt = 1; attempt < 40; attempt++) {
    try {
      assert.equal(await singleValue(driver, "SELECT 1"), 1);
      return;
    } catch (error) {
      if (!FuxiError.isInstance(error) || error.code !== "engine-unavailable") throw error;
      await delay(50);
    }
  }
  assert.equal(await singleValue(driver, "SELECT 1"), 1);
}
