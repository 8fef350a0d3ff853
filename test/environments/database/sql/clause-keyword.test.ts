import { expect, test } from "vitest";
import {
  orderAndLimit,
  withoutClauseKeyword,
} from "../../../../src/environments/database/sql/clause-keyword.ts";
import { sqliteLexical } from "./lexicals.ts";

test.each([
  ["where", "WHERE x = 1", "x = 1"],
  ["where", "  where x = 1 ; ", "x = 1"],
  ["where", "x = 1", "x = 1"],
  ["where", "", ""],
  ["where", "WHERE", ""],
  ["where", "/* WHERE */ WHERE x -- end", "x"],
  ["where", '"where" = 1', '"where" = 1'],
  ["select", "SELECT DISTINCT a", "DISTINCT a"],
  ["from", "FROM t;;", "t"],
  ["group_by", "Group  By\n a, b", "a, b"],
  ["group_by", "a, b", "a, b"],
  ["having", "having count(*) > 1", "count(*) > 1"],
  ["order_by", "ORDER BY a DESC LIMIT 3", "a DESC LIMIT 3"],
] as const)("of a %s clause, %j keeps %j", (clause, given, expected) => {
  const kept = withoutClauseKeyword(clause, given, sqliteLexical);
  expect(kept.text).toBe(expected);
  expect(given.slice(kept.start, kept.end)).toBe(expected);
});

test.each([
  ["ORDER BY a DESC LIMIT 3 OFFSET 1", "a DESC", "LIMIT 3 OFFSET 1"],
  ["a, b NULLS LAST", "a, b NULLS LAST", undefined],
  ["LIMIT 3", undefined, "LIMIT 3"],
  ["(SELECT x FROM t LIMIT 1) LIMIT 2;", "(SELECT x FROM t LIMIT 1)", "LIMIT 2"],
  ["", undefined, undefined],
])("%j is ordered by %j and limited by %j", (given, orderBy, limit) => {
  const parts = orderAndLimit(given, sqliteLexical);
  expect(parts.orderBy?.text).toBe(orderBy);
  expect(parts.limit?.text).toBe(limit);
});
