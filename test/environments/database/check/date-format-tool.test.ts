import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedDatabase, checkedSqlite } from "./checked-database.ts";

describe("get_date_format of years", () => {
  let cars: CheckedDatabase;
  beforeAll(async () => {
    cars = await checkedSqlite(`
      CREATE TABLE car (id INTEGER PRIMARY KEY, built INTEGER, sold TEXT);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 38)
      INSERT INTO car SELECT i, 1970 + i % 13, '' || (1980 + i % 7) FROM n;`);
  });
  afterAll(() => cars.close());

  const format = async (column: string) => {
    const workspace = await cars.environment.openWorkspace(undefined, cars.context);
    const action = { environment: "test", tool: "get_date_format", arguments: { table: "car", column } };
    const { observation } = await cars.environment.act(workspace, action, cars.context);
    return { text: observation?.text ?? "", data: observation?.data as Record<string, unknown> };
  };

  it("says of numbers that they are years to compare as they are", async () => {
    const { text, data } = await format("built");
    expect(text).toMatch(/^car\.built: integer years, 1970 to 1982; compare directly, e\.g\. 19\d\d, /u);
    expect(text).not.toMatch(/substr|strftime|'|Use:/u);
    expect(data).toMatchObject({ format: "%Y", first: "1970", last: "1982", year: "built" });
    expect((data.examples as unknown[]).every((each) => typeof each === "number")).toBe(true);
  });

  it("gives the range of years written as text as years, and their cells in quotes", async () => {
    const { text } = await format("sold");
    expect(text).toContain("Range: 1980 to 1986.");
    expect(text).toMatch(/e\.g\. '198\d'/u);
  });
});
