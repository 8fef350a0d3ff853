import assert from "node:assert/strict";
import { ENDLESS, refusalOf, singleValue, statementOptions } from "./sql-driver-queries.ts";
import type { SqlAttack, SqlDriverSubject, WithDriver } from "./sql-driver-subject.ts";

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

export function sqlDriverGuardConformance(withDriver: WithDriver, subject: SqlDriverSubject): void {
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

  withDriver(
    "holds its guard after every attempt: writes stay refused and time limits hold",
    async (driver) => {
      for (const { sql } of attacks) await driver.query(sql, [], statementOptions()).catch(() => {});
      const write = "INSERT INTO author VALUES (9, 'Eve', NULL)";
      assert.equal(
        (await refusalOf(driver.query(write, [], statementOptions()), write)).kind,
        "not-read-only",
      );
      const limited = driver.query(ENDLESS, [], statementOptions({ milliseconds: 60 }));
      assert.equal((await refusalOf(limited, ENDLESS)).kind, "time-limit");
    },
  );
}
