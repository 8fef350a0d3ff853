import { expect, test } from "vitest";
import type { LexicalRules } from "../../../../src/environments/database/sql/lexical-rules.ts";
import { readFrom } from "../../../../src/environments/database/sql/read-from.ts";
import { mysqlLexical, postgresLexical, sqliteLexical } from "./lexicals.ts";

/** `left t a ON …` for each source. */
function brief(clause: string, lexical: LexicalRules = sqliteLexical): string[] {
  return readFrom(clause, lexical).map(({ kind, schema, name, alias, join }) => {
    const on = join?.on ? ` ON ${clause.slice(join.on.start, join.on.end)}` : "";
    const using = join?.using ? ` USING ${join.using.join()}` : "";
    const what = kind === "table" ? "" : `${kind} `;
    const prefix = join ? `${join.natural ? "natural " : ""}${join.kind} ` : "";
    return `${prefix}${what}${schema ? `${schema}.` : ""}${name ?? ""} ${alias ?? "-"}${on}${using}`;
  });
}

test("tables are read with and without AS, quoted and with their schema", () => {
  expect(brief('a, b AS c, "d e" f, main.g, [h i] AS [j]')).toEqual([
    "a -",
    "comma b c",
    "comma d e f",
    "comma main.g -",
    "comma h i j",
  ]);
});

test("all kinds of joins are told apart", () => {
  expect(
    brief(
      "a JOIN b ON a.x = b.x LEFT OUTER JOIN c USING (y, z) RIGHT JOIN d ON d.a CROSS JOIN e NATURAL LEFT JOIN f FULL JOIN g ON 1 INNER JOIN h ON left(h.n, 1) = 'x'",
    ),
  ).toEqual([
    "a -",
    "inner b - ON a.x = b.x",
    "left c - USING y,z",
    "right d - ON d.a",
    "cross e -",
    "natural left f -",
    "full g - ON 1",
    "inner h - ON left(h.n, 1) = 'x'",
  ]);
});

test("joins in brackets are laid flat, and the ON behind them belongs to the first in the brackets", () => {
  expect(brief("a LEFT JOIN (b JOIN c ON b.x = c.x) ON a.y = b.y")).toEqual([
    "a -",
    "left b - ON a.y = b.y",
    "inner c - ON b.x = c.x",
  ]);
});

test("two ONs behind two joins belong to them from the inside out", () => {
  expect(brief("a JOIN b JOIN c ON b.x = c.x ON a.y = b.y")).toEqual([
    "a -",
    "inner b - ON a.y = b.y",
    "inner c - ON b.x = c.x",
  ]);
});

test("subqueries, VALUES and table functions are sources, with their column names", () => {
  const clause =
    "(SELECT a FROM b) s, (VALUES (1, 2)) AS v(x, y), json_each(s.a, '$') j, LATERAL (SELECT s.a) l";
  expect(brief(clause)).toEqual([
    "subquery  s",
    "comma subquery  v",
    "comma function json_each j",
    "comma subquery  l",
  ]);
  const sources = readFrom(clause, postgresLexical);
  expect(sources[1]?.aliasColumns).toEqual(["x", "y"]);
  expect(sources[2]?.arguments).toHaveLength(2);
  expect(sources.map(({ lateral }) => lateral ?? false)).toEqual([false, false, true, true]);
  expect(sources[0]?.query?.cores[0]?.from?.text).toBe("b");
});

test("hints of SQLite and MySQL and PostgreSQL's samples do not disturb", () => {
  expect(brief("a AS x INDEXED BY i JOIN b NOT INDEXED ON x.c")).toEqual(["a x", "inner b - ON x.c"]);
  expect(brief("a x FORCE INDEX FOR JOIN (i, j) STRAIGHT_JOIN b", mysqlLexical)).toEqual([
    "a x",
    "inner b -",
  ]);
  expect(
    brief(
      "a TABLESAMPLE BERNOULLI (10) REPEATABLE (3) JOIN unnest(q) WITH ORDINALITY u(v, n) ON true",
      postgresLexical,
    ),
  ).toEqual(["a -", "inner function unnest u ON true"]);
});

test("join words that no JOIN follows are aliases", () => {
  expect(brief("a full JOIN b left ON full.x = left.x")).toEqual(["a -", "full b left ON full.x = left.x"]);
});

test("what is not understood is passed over up to the next join", () => {
  expect(brief("a PIVOT (x FOR y IN (1)) ? JOIN b ON b.c ! d LEFT JOIN e ON f")).toEqual([
    "a PIVOT",
    expect.stringContaining("inner b - ON"),
    "left e - ON f",
  ]);
});

test("spans of sources cover the alias and count in the longer text", () => {
  const sql = "SELECT 1 FROM team AS t JOIN (SELECT 1) u ON t.a = 1";
  const start = sql.indexOf("team");
  const sources = readFrom({ text: sql.slice(start), start, end: sql.length }, sqliteLexical);
  expect(sources.map((source) => sql.slice(source.start, source.end))).toEqual(["team AS t", "(SELECT 1) u"]);
});
