import { expect, it } from "vitest";
import { laidOutSql } from "../../../src/cli/output/laid-out-sql.ts";

it("puts each clause of the outer query on its own line and ends with a semicolon", () => {
  expect(
    laidOutSql(
      "SELECT a, (SELECT max(x) FROM t WHERE y = 1) FROM b LEFT JOIN c ON b.i = c.i WHERE d IS DISTINCT FROM 2 ORDER BY a LIMIT 3;",
    ),
  ).toBe(
    "SELECT a, (SELECT max(x) FROM t WHERE y = 1)\nFROM b\nLEFT JOIN c ON b.i = c.i\nWHERE d IS DISTINCT FROM 2\nORDER BY a\nLIMIT 3;",
  );
});

it("touches nothing within texts, names and parentheses", () => {
  const sql = `SELECT 'a FROM b', "x WHERE y", [p LIMIT q] FROM t`;
  expect(laidOutSql(sql)).toBe(`SELECT 'a FROM b', "x WHERE y", [p LIMIT q]\nFROM t;`);
});

it("leaves lines, comments and backslashes as they are", () => {
  expect(laidOutSql("SELECT 1\n  FROM t")).toBe("SELECT 1\n  FROM t;");
  expect(laidOutSql("SELECT 1 FROM t -- all")).toBe("SELECT 1 FROM t -- all\n;");
  expect(laidOutSql("SELECT 'it\\'s FROM x' FROM t")).toBe("SELECT 'it\\'s FROM x' FROM t;");
});
