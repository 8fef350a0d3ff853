import { describe, expect, it } from "vitest";
import { marksOfQuery } from "../../../src/evaluation/benchmarks/intended-by-query.ts";

const ship = { tables: ["ship"] };
const voyage = { tables: ["voyage"] };

describe("what a gold query is about", () => {
  it("are tables, columns of their tables and values of their columns, without what only joins", () => {
    expect(
      marksOfQuery(
        "SELECT T1.Name, COUNT(*) AS n FROM ship AS T1 INNER JOIN voyage T2 ON T1.id = T2.ship_id WHERE T1.flag = 'O''Brien' AND T2.year BETWEEN 1900 AND 1910 GROUP BY T1.Name ORDER BY n DESC LIMIT 3",
      ),
    ).toEqual([
      { ...ship, column: "name" },
      ship,
      voyage,
      { ...ship, column: "flag" },
      { ...ship, column: "flag", value: "O'Brien" },
      { ...voyage, column: "year" },
      { ...voyage, column: "year", value: "1900" },
      { ...voyage, column: "year", value: "1910" },
    ]);
  });

  it("are of the query that they stand in, where one stands within another or beside it", () => {
    expect(
      marksOfQuery(
        "SELECT T1.name FROM ship AS T1 WHERE id NOT IN (SELECT ship FROM voyage) UNION SELECT T1.name FROM port AS T1",
      ),
    ).toEqual([
      { ...ship, column: "name" },
      ship,
      { ...ship, column: "id" },
      { tables: ["voyage", "ship"], column: "ship" },
      voyage,
      { tables: ["port"], column: "name" },
      { tables: ["port"] },
    ]);
  });

  it("are read in every quoting, and neither common tables nor arguments of functions are any", () => {
    expect(
      marksOfQuery(
        `WITH best AS (SELECT [Flag] FROM ship) SELECT x FROM best WHERE \`My Col\` = "Red" AND strftime('%Y', made) IN ('1900')`,
      ),
    ).toEqual([
      { ...ship, column: "flag" },
      ship,
      { tables: [], column: "x" },
      { tables: [], column: "my col" },
      { tables: [], column: "my col", value: "Red" },
      { tables: [], column: "made" },
      { tables: [], column: "made", value: "1900" },
    ]);
  });
});
