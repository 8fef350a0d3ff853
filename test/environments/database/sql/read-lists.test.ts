import { expect, test } from "vitest";
import { conjunctsOf } from "../../../../src/environments/database/sql/query-tree.ts";
import { readExpression } from "../../../../src/environments/database/sql/read-expression.ts";
import {
  readExpressionList,
  readOrderItems,
  readSelectList,
} from "../../../../src/environments/database/sql/read-items.ts";

import { sketch } from "./expression-sketch.ts";
import { duckdbLexical, mysqlLexical, postgresLexical, sqliteLexical } from "./lexicals.ts";

test("select items have their expression and alias, with and without AS, quoted and as text", () => {
  const list = readSelectList(
    `DISTINCT a, b AS "c d", count(*) n, t.*, *, e 'f', CASE WHEN g THEN 1 END AS [h]`,
    sqliteLexical,
  );
  expect(list.distinct).toBe(true);
  expect(
    list.items.map(({ expression, alias, star }) => [expression && sketch(expression), alias, star]),
  ).toEqual([
    ["a", undefined, undefined],
    ["b", "c d", undefined],
    ["count*()", "n", undefined],
    [undefined, undefined, { qualifier: "t" }],
    [undefined, undefined, {}],
    ["e", "f", undefined],
    ["(case g:1)", "h", undefined],
  ]);
});

test("DISTINCT ON, MySQL's modifiers and DuckDB's EXCLUDE are seen", () => {
  const on = readSelectList("DISTINCT ON (a, lower(b)) c", postgresLexical);
  expect(on.distinctOn?.map(sketch)).toEqual(["a", "lower(b)"]);
  expect(on.items).toHaveLength(1);
  expect(readSelectList("SQL_NO_CACHE DISTINCT a, b", mysqlLexical)).toMatchObject({
    distinct: true,
    items: [{}, {}],
  });
  expect(readSelectList("* EXCLUDE (a, b), c", duckdbLexical).items).toMatchObject([
    { star: {} },
    { expression: { name: "c" } },
  ]);
});

test("words that could be operators are aliases where nothing follows them", () => {
  const items = readSelectList("a match, count(*) filter, b glob, c mod", sqliteLexical).items;
  expect(items.map(({ alias }) => alias)).toEqual(["match", "filter", "glob", "mod"]);
});

test("an item that is not understood is opaque and the others are read", () => {
  const items = readSelectList("a b c, d AS e", sqliteLexical).items;
  expect(items.map(({ expression, alias }) => [expression?.type, alias])).toEqual([
    ["opaque", undefined],
    ["column", "e"],
  ]);
});

test("order items have their direction and the place of NULLs", () => {
  const items = readOrderItems(
    "a, b DESC, c ASC NULLS LAST, lower(d) COLLATE NOCASE DESC NULLS FIRST, 2",
    sqliteLexical,
  );
  expect(items.map(({ expression, descending, nulls }) => [sketch(expression), descending, nulls])).toEqual([
    ["a", false, undefined],
    ["b", true, undefined],
    ["c", false, "last"],
    ["(COLLATE lower(d) ?{})", true, "first"],
    ["2", false, undefined],
  ]);
});

test("a list of expressions is cut at the commas outside brackets", () => {
  expect(readExpressionList("a, f(b, c), (d, e) WITH ROLLUP", mysqlLexical).map(sketch)).toEqual([
    "a",
    "f(b c)",
    "[d e]",
  ]);
});

test.each([
  ["a = 1 AND b = 2", ["a = 1", "b = 2"]],
  ["a BETWEEN 1 AND 2 AND b", ["a BETWEEN 1 AND 2", "b"]],
  ["(a AND (b AND c)) AND d", ["a", "b", "c", "d"]],
  ["(a OR b) AND (c = 1)", ["(a OR b)", "(c = 1)"]],
  ["a OR b AND c", ["a OR b AND c"]],
  ["NOT (a AND b) AND CASE WHEN c AND d THEN 1 END", ["NOT (a AND b)", "CASE WHEN c AND d THEN 1 END"]],
  [
    "a = 'x AND y' AND b IN (SELECT c FROM d WHERE e AND f)",
    ["a = 'x AND y'", "b IN (SELECT c FROM d WHERE e AND f)"],
  ],
  ["a /* AND */ = 1 -- AND\n AND b", ["a /* AND */ = 1", "b"]],
  ["a ? ? b AND c BETWEEN 1 AND 2 AND d", ["a ? ? b", "c BETWEEN 1 AND 2", "d"]],
])("the conditions of %s are %j", (sql, expected) => {
  expect(
    conjunctsOf(readExpression(sql, sqliteLexical)).map(({ start, end }) => sql.slice(start, end)),
  ).toEqual(expected);
});
