import { describe, expect, it } from "vitest";
import { sqliteDialect } from "../../../../src/environments/database/drivers/sqlite/sqlite-dialect.ts";
import {
  namesUsed,
  withCommonTables,
} from "../../../../src/environments/database/relations/services-with-relations.ts";

const T = "t(value) AS (…)";
const put = (sql: string) => withCommonTables(sql, [T], sqliteDialect).sql;

describe("CTEs put before those of a statement", () => {
  it("begin a statement that has none", () => {
    expect(put("SELECT * FROM t")).toBe(`WITH ${T} SELECT * FROM t`);
    expect(put("-- all\n  SELECT * FROM t")).toBe(`-- all\n  WITH ${T} SELECT * FROM t`);
    expect(put("(SELECT * FROM t) UNION (SELECT 1)")).toBe(`WITH ${T} (SELECT * FROM t) UNION (SELECT 1)`);
  });

  it("stand first in its WITH, recursive or not", () => {
    expect(put("with a AS (SELECT 1) SELECT * FROM t, a")).toBe(
      `with ${T}, a AS (SELECT 1) SELECT * FROM t, a`,
    );
    expect(put("WITH RECURSIVE a(n) AS (SELECT 1) SELECT * FROM t")).toBe(
      `WITH RECURSIVE ${T}, a(n) AS (SELECT 1) SELECT * FROM t`,
    );
    expect(put("WITH recursive AS (SELECT 1) SELECT * FROM t")).toBe(
      `WITH ${T}, recursive AS (SELECT 1) SELECT * FROM t`,
    );
  });

  it("are needed where the name stands in the text, but not in a string, a comment or as a CTE's own", () => {
    const used = (sql: string) => namesUsed(sql, ["t", "u"], sqliteDialect);
    expect(used('SELECT * FROM "T" JOIN u')).toEqual(["t", "u"]);
    expect(used("SELECT 't' -- u\nFROM x /* t */")).toEqual([]);
    expect(used("WITH t AS (SELECT 1) SELECT * FROM t, u")).toEqual(["u"]);
    expect(used("SELECT (WITH t AS (SELECT 1) SELECT * FROM t), u.value FROM u")).toContain("u");
  });
});
