import { describe, expect, it } from "vitest";
import { goldOrder, orderKeys } from "../../../../src/evaluation/scores/sql/score-sql.ts";

describe("the order of a gold query", () => {
  it("is read off the result where the keys are columns of it", () => {
    expect(goldOrder("SELECT name, n FROM t ORDER BY n DESC, 1", ["name", "n"])).toEqual({ keys: [1, 0] });
    expect(goldOrder("SELECT a FROM t UNION SELECT b FROM u ORDER BY a LIMIT 3;", ["a"])).toEqual({
      keys: [0],
    });
  });

  it("is computed beside the result where they are not", () => {
    expect(
      goldOrder("SELECT t.name FROM t JOIN u ON 1 ORDER BY CAST(u.n AS REAL) DESC NULLS LAST, name LIMIT 2", [
        "name",
      ]),
    ).toEqual({
      keys: ["CAST(u.n AS REAL)", 0],
      withKeys:
        "SELECT t.name , CAST(u.n AS REAL) FROM t JOIN u ON 1 ORDER BY CAST(u.n AS REAL) DESC NULLS LAST, name LIMIT 2",
    });
    expect(
      goldOrder("SELECT (SELECT max(x) FROM u ORDER BY x) FROM t -- ORDER BY 1\nORDER BY y", ["m"])?.withKeys,
    ).toBe("SELECT (SELECT max(x) FROM u ORDER BY x) , y FROM t -- ORDER BY 1\nORDER BY y");
  });

  it("is none without an outermost ORDER BY, or where its keys cannot be known", () => {
    expect(goldOrder("SELECT a FROM (SELECT a FROM t ORDER BY a)", ["a"])).toBeUndefined();
    expect(goldOrder("SELECT 'ORDER BY a' FROM t", ["a"])).toBeUndefined();
    expect(goldOrder("SELECT DISTINCT a FROM t ORDER BY b", ["a"])).toBeUndefined();
    expect(goldOrder("SELECT a FROM t UNION SELECT a FROM u ORDER BY a + 1", ["a"])).toBeUndefined();
    expect(goldOrder("SELECT a FROM t ORDER BY a COLLATE NOCASE", ["a"])).toBeUndefined();
    expect(goldOrder("SELECT a FROM t ORDER BY 7", ["a"])).toBeUndefined();
  });

  it("does not count where the keys come with other rows", () => {
    const order = { keys: ["b"], withKeys: "…" };
    expect(
      orderKeys(
        order,
        [["x"], ["y"]],
        [
          ["x", 1],
          ["y", 2],
        ],
      ),
    ).toEqual([[1], [2]]);
    expect(
      orderKeys(
        order,
        [["x"], ["y"]],
        [
          ["y", 2],
          ["x", 1],
        ],
      ),
    ).toBeUndefined();
    expect(orderKeys(order, [["x"]], [])).toBeUndefined();
  });
});
