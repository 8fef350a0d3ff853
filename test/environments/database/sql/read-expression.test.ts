import { describe, expect, test } from "vitest";
import type { LexicalRules } from "../../../../src/environments/database/sql/lexical-rules.ts";
import { walkExpression } from "../../../../src/environments/database/sql/query-tree.ts";
import { readExpression } from "../../../../src/environments/database/sql/read-expression.ts";
import { sketch } from "./expression-sketch.ts";
import { duckdbLexical, mysqlLexical, postgresLexical, sqliteLexical } from "./lexicals.ts";

function cases(name: string, lexical: LexicalRules, table: readonly (readonly [string, string])[]): void {
  describe(name, () => {
    test.each(table)("%s is read as %s", (sql, expected) => {
      expect(sketch(readExpression(sql, lexical))).toBe(expected);
    });
  });
}

cases("in every dialect", sqliteLexical, [
  ["a OR b AND NOT c = 1", "(OR a (AND b (NOT (= c 1))))"],
  ["a + b * c - d", "(- (+ a (* b c)) d)"],
  ["-a || b", "(|| (- a) b)"],
  ["a < b = c >= d", "(= (< a b) (>= c d))"],
  ["a BETWEEN b + 1 AND c AND d", "(AND (between a (+ b 1) c) d)"],
  ["a NOT BETWEEN CASE WHEN x AND y THEN 1 END AND 2", "(not between a (case (AND x y):1) 2)"],
  ["a IS NOT DISTINCT FROM b + 1 AND c", "(AND (IS NOT DISTINCT FROM a (+ b 1)) c)"],
  ["a IS NULL = b IS NOT TRUE", "(IS NOT TRUE (= (IS NULL a) b))"],
  ["a ISNULL AND b NOT NULL AND c NOTNULL", "(AND (AND (IS NULL a) (IS NOT NULL b)) (IS NOT NULL c))"],
  ["a LIKE '%x!%' ESCAPE '!' OR b NOT GLOB 'y'", "(OR (LIKE a '%x!%' '!') (NOT GLOB b 'y'))"],
  [
    "a IN (1) AND b NOT IN (SELECT 1) AND c IN t AND (d, e) IN ((1, 2))",
    "(AND (AND (AND (in a [1]) (not in b query)) (in c t)) (in [d e] [[1 2]]))",
  ],
  ["a IN () OR a IN ((b))", "(OR (in a []) (in a [b]))"],
  ["NOT EXISTS (SELECT 1) AND EXISTS (SELECT 2)", "(AND (NOT EXISTS query) (EXISTS query))"],
  ["CASE a WHEN 1 THEN b ELSE CASE WHEN c THEN d END END", "(case a 1:b else (case c:d))"],
  ["CAST(a + 1 AS DECIMAL(10, 2)) * 2", "(* (cast (+ a 1) DECIMAL(10, 2)) 2)"],
  [
    "count(*) FILTER (WHERE a > 1) OVER (PARTITION BY b, c ORDER BY d DESC)",
    "count* over( filter (> a 1) | b c d)",
  ],
  ["group_concat(DISTINCT a) || lag(b, 1) OVER w", "(|| group_concat distinct(a) lag over(b 1))"],
  ["a COLLATE NOCASE = b", "(= (COLLATE a ?{}) b)"],
  ["a -> '$.x' ->> 'y' = 'z'", "(= (->> (-> a '$.x') 'y') 'z')"],
  ['`Free Meal (K-12)` / [x y]."z""w"', '(/ Free Meal (K-12) x y.z"w)'],
  ["main.t.c", "main.t.c"],
  [
    "like('%a', b) AND replace(c, 'd', 'e') AND left(f, 1)",
    "(AND (AND like('%a' b) replace(c 'd' 'e')) left(f 1))",
  ],
  ["((a))", "a"],
  ["x'FF' || ?1 || :n", "(|| (|| <blob FF> <parameter ?1>) <parameter :n>)"],
  ["'a -- b' = \"c /* d\"", "(= 'a -- b' c /* d)"],
]);

cases("of PostgreSQL", postgresLexical, [
  [
    "a::int + b::text[] || c::timestamp with time zone",
    "(+ (cast a int) (|| (cast b text[]) (cast c timestamp with time zone)))",
  ],
  ["-a::double precision", "(- (cast a double precision))"],
  ["EXTRACT(YEAR FROM a.d) = 2020", "(= EXTRACT('YEAR' a.d) 2020)"],
  ["SUBSTRING(a FROM 1 FOR b)", "SUBSTRING(a 1 b)"],
  ["TRIM(BOTH 'x' FROM a) || TRIM(LEADING FROM b)", "(|| TRIM('x' a) TRIM(b))"],
  ["POSITION('x' IN a) > 0", "(> POSITION('x' a) 0)"],
  ["a AT TIME ZONE 'UTC' < now() - INTERVAL '1 day'", "(< (AT TIME ZONE a 'UTC') (- now() ?{'1 day'}))"],
  [
    "DATE '2020-01-01' <= a AND TIMESTAMP WITH TIME ZONE 'x' > b",
    "(AND (<= <date 2020-01-01> a) (> <date x> b))",
  ],
  ["a = ANY (ARRAY[1, b]) AND c <> ALL (SELECT 1)", "(AND (= a ANY([1 b])) (<> c ALL(query)))"],
  ["percentile_cont(0.5) WITHIN GROUP (ORDER BY a DESC)", "percentile_cont(0.5 | a)"],
  ["array_agg(a ORDER BY b, c DESC)", "array_agg(a | b c)"],
  ["a SIMILAR TO 'x' ESCAPE '!' AND b NOT ILIKE 'y'", "(AND (SIMILAR TO a 'x' '!') (NOT ILIKE b 'y'))"],
  [
    "a ~* 'x' AND b @> '{1}' AND c #>> '{d}' = 'e'",
    "(AND (AND (~* a 'x') (@> b '{1}')) (= (#>> c '{d}') 'e'))",
  ],
  ["a[1] = (b).c", "(= ([] a 1) ?{b})"],
  ["f(a => b, c := d)", "f(b d)"],
  ["E'it\\'s' = $$a;b AND c$$", "(= 'it's' 'a;b AND c')"],
]);

cases("of MySQL", mysqlLexical, [
  ["a || b AND c && d", "(OR a (AND (AND b c) d))"],
  ["a XOR b AND c DIV 2 = 1", "(XOR a (AND b (= (DIV c 2) 1)))"],
  [
    "a <=> NULL AND b REGEXP '^x' AND c NOT RLIKE 'y'",
    "(AND (AND (<=> a <null NULL>) (REGEXP b '^x')) (NOT RLIKE c 'y'))",
  ],
  [
    "DATE_ADD(a, INTERVAL 1 DAY) > DATE_SUB(b, INTERVAL c + 1 MONTH)",
    "(> DATE_ADD(a ?{1}) DATE_SUB(b ?{(+ c 1)}))",
  ],
  ["TIMESTAMPDIFF(YEAR, a, b) >= 18", "(>= TIMESTAMPDIFF('YEAR' a b) 18)"],
  ["CONVERT(a, DECIMAL(10,2)) + CONVERT(b USING utf8mb4)", "(+ (cast a DECIMAL(10,2)) CONVERT(b))"],
  ["GROUP_CONCAT(DISTINCT a ORDER BY b SEPARATOR ', ')", "GROUP_CONCAT distinct(a ', ' | b)"],
  ['BINARY a = "x" "y" AND !b', "(AND (= (BINARY a) 'xy') (! b))"],
]);

cases("of DuckDB", duckdbLexical, [
  ["list_transform(a, x -> upper(x))", "list_transform(a (-> x upper(x)))"],
  ["[1, a] = b AND c // 2 = 1", "(AND (= [1 a] b) (= (// c 2) 1))"],
  ["TRY_CAST(a AS INTEGER) ** 2", "(** (cast a INTEGER) 2)"],
]);

cases("that are broken", sqliteLexical, [
  ["", "?{}"],
  ["a =", "?{a ?{}}"],
  ["a b", "?{a b}"],
  ["a = 1 AND b ! c AND d = 2", "?{(AND (= a 1) b) (AND (! c) (= d 2))}"],
  ["f(a b, c)", "f(a ?{b ?{} c})"],
  ["CASE WHEN a THEN b", "?{a b}"],
  ["(a", "?{a}"],
  ["a BETWEEN 1", "?{a 1}"],
]);

test("every node's text is cut by its span, brackets included", () => {
  const sql = "(a + 1) * f(b) AND (c = 'x' OR d)";
  const texts: string[] = [];
  walkExpression(readExpression(sql, sqliteLexical), (node) => texts.push(sql.slice(node.start, node.end)));
  expect(texts).toEqual([
    sql,
    "(a + 1) * f(b)",
    "(a + 1)",
    "a",
    "1",
    "f(b)",
    "b",
    "(c = 'x' OR d)",
    "c = 'x'",
    "c",
    "'x'",
    "d",
  ]);
});

test("a chain of many thousand conditions does not exhaust the stack", () => {
  const sql = Array.from({ length: 20_000 }, (_, index) => `a = ${index}`).join(" OR ");
  let columns = 0;
  walkExpression(readExpression(sql, sqliteLexical), (node) => {
    if (node.type === "column") columns++;
  });
  expect(columns).toBe(20_000);
});

test("brackets ten thousand deep are given up, not followed", () => {
  expect(() => readExpression(`${"(".repeat(10_000)}a${")".repeat(10_000)}`, sqliteLexical)).not.toThrow();
});

test.each(["a IN (", "f(a b AND ", "INTERVAL (", "CAST(a b AND ", "(a b AND "])(
  "what is not understood in brackets in brackets is not read again without end: %s",
  (opening) => {
    const sql = `${opening.repeat(60)}c${")".repeat(60)}`;
    expect(readExpression(sql, postgresLexical)).toMatchObject({ start: 0, end: sql.length });
  },
);
