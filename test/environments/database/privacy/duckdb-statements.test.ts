import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { duckdb, opened, policyFor } from "./engines.ts";

const signal = new AbortController().signal;

describe("On a DuckDB database of which a part is seen", () => {
  let driver: SqlDriver;
  let done: () => Promise<void>;
  beforeAll(async () => {
    const at = await opened(duckdb, temporaryFolder());
    done = at.done;
    driver = await restrictDriver(at.driver, policyFor("DuckDB"), signal);
  });
  afterAll(() => done());

  const ask = async (sql: string, ...parameters: readonly string[]) =>
    (await driver.query(sql, parameters, { maxRows: 100, milliseconds: 5000, signal })).rows;

  test.each<readonly [string, unknown]>([
    ["FROM users SELECT email LIMIT 1", [["***"]]],
    ["PIVOT orders ON id IN (1, 2) USING sum(total)", expect.anything()],
    ["PIVOT users ON name IN ('Ada') USING max(email)", expect.arrayContaining([expect.anything()])],
    ["UNPIVOT (SELECT id, email FROM users WHERE id = 1) ON email", [[1, "email", "***"]]],
    ["SELECT column_name FROM (DESCRIBE users)", [["id"], ["name"], ["email"], ["age"]]],
    ["SELECT max FROM (SUMMARIZE users) WHERE column_name = 'email'", [["***"]]],
    ["SELECT COLUMNS('^e') FROM users WHERE id = 1", [["***"]]],
    ["SELECT * EXCLUDE (id) REPLACE (lower(name) AS name) FROM users WHERE id = 1", [["ada", "***", 36]]],
    ["SELECT list_transform([1, 2], lambda x : x + 1)[1]", [[2]]],
    ["SELECT sum(n) FROM (SELECT unnest([x * 2 FOR x IN [1, 2] IF x > 1]) AS n)", [[4]]],
    ["SELECT count(*) FROM range(3) JOIN users ON id = range", [[2]]],
    ["SELECT json_extract_string('{\"a\": 1}', '$.a')", [["1"]]],
    [
      "SELECT CAST('{}' AS JSON) IS NOT NULL AND DATE '2024-01-02' > '2023-01-01' AND 'a' ILIKE 'A'",
      [[true]],
    ],
    [
      "SELECT name, rank() OVER (ORDER BY age) FROM main.users QUALIFY rank() OVER (ORDER BY age) = 1",
      [["Cy", 1]],
    ],
    ["SELECT name FROM hr.staff UNION ALL BY NAME SELECT name FROM names WHERE id = 1", [["Zoe"], ["Ada"]]],
    ["SELECT staff.pay FROM hr.staff", [["***"]]],
    ["SELECT * FROM orders o ASOF JOIN users u ON o.id >= u.id ORDER BY o.id LIMIT 1", expect.anything()],
    ["SELECT id FROM query", []],
    ["SELECT felt, kept FROM moods", [["***", null]]],
  ])("answers %s", async (sql, rows) => {
    expect(await ask(sql)).toEqual(rows);
  });

  test("binds parameters beside a shadow", async () => {
    expect(await ask("SELECT email FROM users WHERE name = $1", "Ada")).toEqual([["***"]]);
  });

  test("has the type of a masked enumeration without its values", async () => {
    const { tables } = await driver.introspect(signal);
    const moods = tables.find(({ name }) => name === "moods");
    expect(moods?.columns.map(({ declaredType }) => declaredType)).toEqual([
      "INTEGER",
      "ENUM",
      'STRUCT(now ENUM, "before" ENUM[])',
    ]);
  });

  test("has no view that takes columns without naming them", async () => {
    const names = (await driver.introspect(signal)).tables.map(({ name }) => name);
    for (const view of "rows aliased renamed placed listed turned summed put_together told declared".split(
      " ",
    ))
      expect(names).not.toContain(view);
    expect(names).toEqual(expect.arrayContaining(["names", "of a view"]));
  });

  test.each<readonly [string, RegExp]>([
    ["PIVOT orders ON id USING sum(total)", /only SELECT, FROM, VALUES and PIVOT … IN/u],
    ["EXPLAIN SELECT 1", /not EXPLAIN/u],
    ["SUMMARIZE users", /SUMMARIZE/u],
    ["SHOW TABLES", /SHOW cannot be run/u],
    ["SELECT name\u00a0FROM users", /no plain spaces/u],
    ["SELECT current_setting('threads')", /current_setting does not exist, or cannot be used here/u],
    ["FROM query('SELECT 1')", /not SELECT with query\(\)/u],
    ["SELECT 'x'::mood", /Type with name mood does not exist/u],
    ["SELECT FROM", /syntax error|SELECT clause without/u],
    ["SELECT nmae FROM users", /nmae/u],
  ])("says why it does not run %s", async (sql, message) => {
    await expect(ask(sql)).rejects.toThrow(message);
  });

  test("points at where a statement stops being one, in the text that was given", async () => {
    const sql = "SELECT 'é', name FROM users WHERE WHERE id = 1";
    const error: unknown = await ask(sql).catch((problem: unknown) => problem);
    expect(error).toMatchObject({ facts: { kind: "syntax", offset: sql.lastIndexOf("WHERE") } });
  });
});
