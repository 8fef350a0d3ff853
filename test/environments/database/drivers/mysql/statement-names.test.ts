import { describe, expect, test } from "vitest";
import { SqlEngineError } from "../../../../../src/environments/database/driver/sql-engine-error.ts";
import { mysqlPrivacy } from "../../../../../src/environments/database/drivers/mysql/mysql-privacy.ts";
import type { StatementNames } from "../../../../../src/environments/database/sql/statement-names.ts";

function privacyUnder(...modes: readonly string[]) {
  return mysqlPrivacy({
    sqlMode: new Set(modes),
    database: "shop",
    databases: ["shop"],
    usableDatabases: ["shop", "hr"],
    namesHaveCase: true,
  });
}

function names(sql: string, ...modes: readonly string[]): StatementNames {
  return privacyUnder(...modes)?.namesIn(sql) as StatementNames;
}

const tables = (sql: string, ...modes: readonly string[]) =>
  names(sql, ...modes).relations.map(({ schema, name }) =>
    schema === undefined ? name : `${schema}.${name}`,
  );

function complaint(sql: string, ...modes: readonly string[]): string {
  try {
    return JSON.stringify(names(sql, ...modes));
  } catch (error) {
    return error instanceof SqlEngineError ? error.message : `no SqlEngineError: ${String(error)}`;
  }
}

describe("Of a query of MariaDB", () => {
  test.each([
    ["SELECT 1", []],
    ["SELECT 1 FROM DUAL", []],
    [
      "SELECT * FROM a, hr.b AS c JOIN `d``e` ON true, (f, (g)) LEFT JOIN (SELECT * FROM h) i USING (x)",
      ["a", "hr.b", "d`e", "f", "g", "h"],
    ],
    [
      "SELECT (SELECT max(x) FROM a) FROM b WHERE y IN (SELECT z FROM c) ORDER BY (SELECT 1 FROM d)",
      ["a", "b", "c", "d"],
    ],
    ["SELECT a.x FROM a USE INDEX FOR ORDER BY (i), b FORCE KEY (k) STRAIGHT_JOIN c", ["a", "b", "c"]],
    ["(SELECT 1 FROM a) UNION ALL (SELECT 2 FROM b LIMIT 1) EXCEPT SELECT 3 FROM c", ["a", "b", "c"]],
    ["SELECT extract(YEAR FROM x), trim(BOTH 'a' FROM y), substring(z FROM 1 FOR 2) FROM a", ["a"]],
    ["SELECT 1 FROM a -- , b\n# , c\n/* , d */ , e", ["a", "e"]],
    ["SELECT 'x'' FROM b', \"FROM c\", `FROM d` FROM a", ["a"]],
    [
      "SELECT j.v FROM a, JSON_TABLE((SELECT x FROM b), '$' COLUMNS (v int PATH '$')) AS j, c",
      ["a", "b", "c"],
    ],
    ["SELECT 1 FROM a PARTITION (p1, p2) AS b, c FOR SYSTEM_TIME ALL d, e", ["a", "c", "e"]],
  ] as const)("all tables are read: %s", (sql, expected) => {
    expect(tables(sql)).toEqual(expected);
  });

  test("CTEs are no tables where they are known, and hide tables nowhere else", () => {
    expect(tables("WITH a AS (SELECT * FROM b), c AS (SELECT * FROM a) SELECT * FROM C")).toEqual(["b"]);
    expect(tables("WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a, b")).toEqual(["b"]);
    expect(tables("WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a")).toEqual([]);
    expect(tables("SELECT * FROM a WHERE EXISTS (WITH a AS (SELECT 1) SELECT * FROM a)")).toEqual(["a"]);
    expect(tables("WITH a AS (SELECT 1) SELECT * FROM hr.a")).toEqual(["hr.a"]);
  });

  test("what is called is told from what only stands before a bracket", () => {
    const called = (sql: string) => names(sql).functions.map(({ name }) => name);
    expect(called("SELECT max(x), `tell`(), hr.tell (1) FROM a WHERE x IN (1) AND (y) AND NOT (z)")).toEqual(
      expect.arrayContaining(["max", "tell", "hr.tell"]),
    );
    expect(
      called("SELECT CAST(x AS decimal(3, 1)), count(*) OVER (ORDER BY x) FROM a JOIN b USING (x)"),
    ).toEqual(["CAST", "count"]);
  });

  test.each([
    ["SELECT /*! 1 */ 2", "comment that the server may run"],
    ["SELECT 1 /*M!100000 , 2 */", "comment that the server may run"],
    ["SELECT @@version", "Variables of the server"],
    ["SELECT @@`version`", "Variables of the server"],
    ["SELECT 1 \u00a0, 2", "no blank to the server"],
    ["SELECT 1 /* \u0001 */", "no blank to the server"],
    ["SELECT { fn x } FROM a", "The character {"],
    ["SELECT 1 FROM .a", "certain"],
    ["SELECT FROM.a", "certain"],
    ["SELECT 1_0.f(x) FROM a", "goes on as a name"],
    ["SELECT 1 FROM a offset, b", "certain"],
    ["SELECT 1 UNION TABLE a", "certain"],
    ["TABLE a", "certain"],
    ["SELECT 1 FROM 'a'", "certain"],
    ["SELECT 1 FROM f(1)", "certain"],
    ["SELECT 1 FROM a.b.c", "certain"],
    ["SELECT NEXT VALUE FOR s", "Sequences"],
    ["SELECT 1 FROM a AS hr", "hr is a database"],
    ["WITH Shop AS (SELECT 1) SELECT 2", "Shop is a database"],
    ["SELECT x FROM a FOR SYSTEM_TIME BETWEEN 1 AND 2", "FOR SYSTEM_TIME"],
  ])("what could be read in two ways is refused: %s", (sql, reason) => {
    expect(complaint(sql)).toContain(reason);
  });

  test("a name before a point that FROM does not name is refused: were a table overlooked, it would show there", () => {
    expect(complaint("SELECT hr.x FROM a")).toBe("Unknown column 'hr.x'");
    expect(complaint("SELECT b.x FROM a AS b, (SELECT hr.staff.y FROM a) c")).toBe(
      "Unknown column 'hr.staff.y'",
    );
    expect(tables("SELECT A.x, shop.a.y, b.* FROM shop.a, c b")).toEqual(["shop.a", "c"]);
  });

  test("brackets in brackets without end are refused", () => {
    expect(complaint(`SELECT ${"(".repeat(5000)}1${")".repeat(5000)}`)).toContain("brackets");
  });

  test("quotes and backslashes are read as the session's mode has them", () => {
    expect(tables('SELECT "x" FROM "a"."b"', "ANSI_QUOTES")).toEqual(["a.b"]);
    expect(complaint('SELECT "x" FROM "a"."b"')).toContain("point");
    const sql = "SELECT '\\', x FROM a -- '";
    expect(tables(sql, "NO_BACKSLASH_ESCAPES")).toEqual(["a"]);
    expect(tables(sql)).toEqual([]);
  });

  test("modes with another grammar have no privacy at all", () => {
    expect(privacyUnder("ORACLE")).toBeUndefined();
    expect(privacyUnder("MSSQL", "ANSI_QUOTES")).toBeUndefined();
  });
});

describe("A view of MariaDB", () => {
  const readsAnything = (definition: string | null) =>
    privacyUnder()?.catalogEntries([["view", "shop", "v", null, definition]])[0]?.mayReadAnything === true;

  test("is taken for what its definition says", () => {
    expect(
      readsAnything(
        "select `shop`.`a`.`x` AS `x`,lcase(`b`.`y`) AS `y` from (`shop`.`a` join `shop`.`b` on(`b`.`x` = `a`.`x`))",
      ),
    ).toBe(false);
    expect(readsAnything("with c as (select 1 AS `x`)select `c`.`x` AS `x` from `c`")).toBe(false);
  });

  test.each([
    ["whose definition cannot be seen", null],
    ["whose definition is empty", ""],
    ["over another database", "select `s`.`x` AS `x` from `hr`.`s`"],
    ["over the catalog", "select `t`.`x` AS `x` from `information_schema`.`t`"],
    ["that calls a function of the database", "select `tell`() AS `x`"],
    ["with a text in which a quote is escaped", "select 'it\\'s' AS `x` from `shop`.`a`"],
  ])("%s may show anything", (_, definition) => {
    expect(readsAnything(definition)).toBe(true);
  });
});
