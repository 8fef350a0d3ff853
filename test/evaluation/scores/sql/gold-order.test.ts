import { expect, it } from "vitest";
import { orderColumns } from "../../../../src/evaluation/scores/sql/score-sql.ts";

it.each<readonly [string, readonly string[], readonly number[] | undefined]>([
  ["SELECT name, n FROM t ORDER BY n DESC, 1", ["name", "n"], [1, 0]],
  ["SELECT a FROM t UNION SELECT b FROM u ORDER BY a LIMIT 3;", ["a"], [0]],
  [
    "SELECT t.name, count(*) FROM t GROUP BY 1 ORDER BY count(*) DESC NULLS LAST, t.`name`",
    ["name", "count(*)"],
    [1, 0],
  ],
  ["SELECT a FROM t ORDER BY a, b LIMIT 2", ["a"], undefined],
  ["SELECT a FROM (SELECT a FROM t ORDER BY a)", ["a"], undefined],
  ["SELECT 'ORDER BY a' FROM t -- ORDER BY a", ["'ORDER BY a'"], undefined],
  ["SELECT a FROM t ORDER BY a COLLATE NOCASE", ["a"], undefined],
  ["SELECT a FROM t ORDER BY 7", ["a"], undefined],
])("the order of %s is by the columns of its result", (sql, columns, keys) => {
  expect(orderColumns(sql, columns)).toEqual(keys);
});
