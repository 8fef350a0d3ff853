import { expect, it } from "vitest";
import { conditionsOf } from "../../../../src/agent/strategies/long-form/long-form-state.ts";

it("tells what a statement holds values against, and not what it calculates with", () => {
  const sql = `SELECT round(100.0 * sum(price) / 7, 2) FROM sale
    WHERE year >= 2015 AND day BETWEEN '2020-01-01' AND '2020-12-31' AND name LIKE '%42%' AND kind IN (3, 'x5') AND n=-8
    GROUP BY 1 HAVING count(*) > 30 ORDER BY 1 LIMIT 10`;
  const numbers = conditionsOf(sql).match(/-?\d+/gu) ?? [];
  expect(numbers).toEqual("2015 2020 -01 -01 2020 -12 -31 42 3 5 -8 30 10".split(" "));
});

it("takes time in proportion to a long statement", () => {
  expect(conditionsOf(`SELECT ${"in (".repeat(5000)}`)).toBe("");
  expect(conditionsOf(`SELECT 1 = ${"'".repeat(20_001)}`).length).toBeLessThan(20_002);
});
