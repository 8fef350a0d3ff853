import { describe, expect, test } from "vitest";
import { readQuery } from "../../../../src/environments/database/sql/read-query.ts";
import { duckdbLexical, mysqlLexical, postgresLexical, sqliteLexical } from "./lexicals.ts";

test("a query is cut into its clauses without their keywords", () => {
  const tree = readQuery(
    "select distinct a from t where b = 1 group by c having d order by e desc limit 3 offset 4 ;",
    sqliteLexical,
  );
  expect(tree).toMatchObject({
    ctes: [],
    recursive: false,
    cores: [
      {
        select: { text: "distinct a" },
        from: { text: "t" },
        where: { text: "b = 1" },
        groupBy: { text: "c" },
        having: { text: "d" },
      },
    ],
    orderBy: { text: "e desc" },
    limit: { text: "limit 3 offset 4" },
  });
});

test("common tables keep their heading, columns and hint", () => {
  const tree = readQuery(
    'WITH RECURSIVE "t 1" (a, "b c") AS NOT MATERIALIZED (SELECT 1, 2), u AS (SELECT 3) SELECT * FROM u',
    postgresLexical,
  );
  expect(tree?.recursive).toBe(true);
  expect(tree?.ctes.map(({ name, columns, heading, hint }) => ({ name, columns, heading, hint }))).toEqual([
    { name: "t 1", columns: ["a", "b c"], heading: '"t 1" (a, "b c")', hint: "NOT MATERIALIZED" },
    { name: "u", columns: undefined, heading: "u", hint: undefined },
  ]);
});

test("set operators stand between the cores they join", () => {
  const tree = readQuery(
    "SELECT 1 UNION ALL SELECT 2 EXCEPT VALUES (3) INTERSECT DISTINCT SELECT 4 ORDER BY 1",
    sqliteLexical,
  );
  expect(tree?.operators).toEqual(["UNION ALL", "EXCEPT", "INTERSECT"]);
  expect(tree?.cores.map((core) => core.select?.text ?? core.values?.text)).toEqual(["1", "2", "(3)", "4"]);
});

test("a core in brackets with a LIMIT of its own is kept as a query in the query", () => {
  const tree = readQuery(
    "(SELECT a FROM t ORDER BY a LIMIT 1) UNION ALL (SELECT b FROM u) ORDER BY 1",
    postgresLexical,
  );
  expect(tree?.cores[0]).toMatchObject({ nested: { orderBy: { text: "a" }, limit: { text: "LIMIT 1" } } });
  expect(tree?.cores[0]?.select).toBeUndefined();
  expect(tree?.cores[1]).toMatchObject({ select: { text: "b" }, from: { text: "u" } });
  expect(tree?.orderBy?.text).toBe("1");
});

test("FROM inside IS DISTINCT FROM, EXTRACT and strings opens no clause", () => {
  const tree = readQuery(
    "SELECT a IS NOT DISTINCT FROM b, EXTRACT(YEAR FROM c), ' FROM d' FROM e",
    postgresLexical,
  );
  expect(tree?.cores[0]?.select?.text).toBe("a IS NOT DISTINCT FROM b, EXTRACT(YEAR FROM c), ' FROM d'");
  expect(tree?.cores[0]?.from?.text).toBe("e");
});

test("words that are clauses only at their place are names elsewhere", () => {
  const tree = readQuery(
    "SELECT t.from, window, offset FROM t WHERE offset > 1 ORDER BY window OFFSET 2",
    postgresLexical,
  );
  expect(tree?.cores[0]).toMatchObject({
    select: { text: "t.from, window, offset" },
    where: { text: "offset > 1" },
  });
  expect(tree?.limit?.text).toBe("OFFSET 2");
});

test("FETCH and FOR UPDATE belong to the limit", () => {
  const tree = readQuery("SELECT a FROM t OFFSET 1 ROW FETCH NEXT 2 ROWS ONLY FOR UPDATE", postgresLexical);
  expect(tree?.limit?.text).toBe("OFFSET 1 ROW FETCH NEXT 2 ROWS ONLY FOR UPDATE");
});

test("MySQL's comma LIMIT, ROLLUP and index hints are kept in their clauses", () => {
  const tree = readQuery(
    "SELECT `a b` FROM t USE INDEX (i) GROUP BY c WITH ROLLUP LIMIT 5, 10",
    mysqlLexical,
  );
  expect(tree?.cores[0]).toMatchObject({
    from: { text: "t USE INDEX (i)" },
    groupBy: { text: "c WITH ROLLUP" },
  });
  expect(tree?.limit?.text).toBe("LIMIT 5, 10");
});

test("comments around clauses are left out, those inside are kept", () => {
  const sql = "/* a */ SELECT x /* b */ , y -- c\nFROM t /* d */ WHERE z = 1 -- e";
  const tree = readQuery(sql, sqliteLexical);
  expect(tree?.cores[0]).toMatchObject({
    select: { text: "x /* b */ , y" },
    from: { text: "t" },
    where: { text: "z = 1" },
  });
});

test("every clause's text is what stands at its span", () => {
  const sql = "SELECT a, 'é😀' b FROM t WHERE c = '😀' AND d GROUP BY e";
  const core = readQuery(sql, sqliteLexical)?.cores[0];
  for (const clause of [core?.select, core?.from, core?.where, core?.groupBy])
    expect(sql.slice(clause?.start, clause?.end)).toBe(clause?.text);
});

describe("is left to the engine", () => {
  test.each([
    "",
    ";",
    "INSERT INTO t VALUES (1)",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP TABLE t",
    "SELECT a FROM t WHERE",
    "SELECT a FROM t WHERE b GROUP BY c WHERE d",
    "SELECT a FROM t ORDER BY a UNION SELECT 1",
    "SELECT (1",
    "SELECT 1)",
    "SELECT 'a",
    "SELECT a INTO b FROM c",
    "FROM t SELECT a",
    "SELECT a FROM t QUALIFY row_number() OVER () = 1",
    "WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x",
    "SELECT a UNION BY NAME SELECT b",
    "EXPLAIN SELECT 1",
    "PRAGMA table_info(t)",
  ])("%s", (sql) => {
    expect(readQuery(sql, duckdbLexical)).toBeUndefined();
  });
});
