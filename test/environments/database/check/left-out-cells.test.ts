import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedDatabase, checkedSqlite } from "./checked-database.ts";

/** 12 riders, 4 of each plan and 4 without one; 9 stations, 3 of them with docks 'n/a'. */
const RIDERS = `
CREATE TABLE rider (id INTEGER PRIMARY KEY, plan TEXT, age INTEGER NOT NULL);
CREATE TABLE station (id INTEGER PRIMARY KEY, docks TEXT);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 11)
INSERT INTO rider SELECT i, CASE i % 3 WHEN 0 THEN 'M' WHEN 1 THEN 'Y' END, 20 + i FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 8)
INSERT INTO station SELECT i, CASE WHEN i % 3 = 1 THEN 'n/a' ELSE CAST(8 + i % 3 AS TEXT) END FROM n;
`;

let riders: CheckedDatabase;
beforeAll(async () => {
  riders = await checkedSqlite(RIDERS);
});
afterAll(() => riders.close());

const nullNotes = async (sql: string) =>
  (await riders.check(sql)).notes.filter((each) => each.code === "nulls-present");

describe("rows that a negated condition leaves out for a NULL", () => {
  it.each([
    ["<>", "SELECT id FROM rider WHERE plan <> 'M'", 4],
    ["NOT IN", "SELECT id FROM rider WHERE plan NOT IN ('M')", 4],
    ["NOT LIKE", "SELECT id FROM rider WHERE plan NOT LIKE 'M%'", 4],
    ["<> beside another condition", "SELECT id FROM rider WHERE plan <> 'M' AND age > 25", 2],
  ])("are told, with the condition that keeps them: %s", async (_, sql, rows) => {
    const [note] = await nullNotes(sql);
    expect(note?.message).toContain(`rider.plan is NULL in ${rows} rows, which plan`);
    const [first] = note?.suggestions ?? [];
    const mended = sql.replace(first?.replaces ?? "", first?.text ?? "");
    const limits = { maxRows: 100, milliseconds: 5000, signal: riders.context.signal };
    const [before, after] = [
      await riders.driver.query(sql, [], limits),
      await riders.driver.query(mended, [], limits),
    ];
    expect(after.rows.length - before.rows.length).toBe(rows);
    expect(await nullNotes(mended)).toEqual([]);
  });

  it.each([
    ["there is none", "SELECT id FROM rider WHERE age <> 25"],
    ["another condition leaves them out anyway", "SELECT id FROM rider WHERE plan <> 'M' AND id % 3 <> 2"],
    ["NULL is dealt with", "SELECT id FROM rider WHERE plan <> 'M' AND plan IS NOT NULL"],
    ["the operator keeps NULL", "SELECT id FROM rider WHERE plan IS NOT 'M'"],
    ["equality is asked for", "SELECT id FROM rider WHERE plan = 'M'"],
  ])("are not told where %s", async (_, sql) => {
    expect(await nullNotes(sql)).toEqual([]);
  });
});

describe("numbers as text with words such as 'n/a' between", () => {
  it("are warned of where the greatest text is no number, with what leaves the words out", async () => {
    const said = await riders.check("SELECT MAX(docks) FROM station");
    expect(said.codes).toEqual(["text-compared-as-number"]);
    expect(said.warnings[0]?.message).toContain("n/a instead of 10");
    const [first] = said.suggestions;
    const mended = await riders.check(`SELECT MAX(${first?.text}) FROM station`);
    expect(mended.codes).toEqual([]);
    const limits = { maxRows: 1, milliseconds: 5000, signal: riders.context.signal };
    const { rows } = await riders.driver.query(
      `SELECT MAX(${first?.text}), MIN(${first?.text}) FROM station`,
      [],
      limits,
    );
    expect(rows).toEqual([[10, 8]]);
  });
});
