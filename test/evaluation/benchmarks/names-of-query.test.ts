import { describe, expect, it } from "vitest";
import { namesOfQuery } from "../../../src/evaluation/benchmarks/names-of-query.ts";

describe("what a gold query names", () => {
  it("are its tables, columns and compared values, without aliases, keywords, functions and limits", () => {
    expect(
      namesOfQuery(
        "SELECT T1.name, COUNT(T2.id) AS n FROM ship AS T1 INNER JOIN voyage T2 ON T1.id = T2.ship_id WHERE T1.flag = 'O''Brien' AND T2.year > 1900 GROUP BY T1.name ORDER BY n DESC LIMIT 3",
      ),
    ).toEqual(["name", "id", "ship", "voyage", "ship_id", "flag", "O'Brien", "1900"]);
  });

  it("are read in every quoting, and common tables are made up", () => {
    expect(
      namesOfQuery(
        'WITH best AS (SELECT `First Name` FROM [my crew]), rest AS (SELECT 1) SELECT "First Name" FROM best -- of voyage\nWHERE x BETWEEN 1 AND 5 /* flag */',
      ),
    ).toEqual(["First Name", "my crew", "x", "1", "5"]);
  });
});
