import assert from "node:assert/strict";
import type { EngineErrorKind } from "../environments/database/driver/sql-engine-error.ts";
import { refusalOf, singleValue, statementOptions } from "./sql-driver-queries.ts";
import type { WithDriver } from "./sql-driver-subject.ts";

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

export function sqlDriverErrorConformance(withDriver: WithDriver): void {
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
