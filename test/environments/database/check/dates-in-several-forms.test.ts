import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedDatabase, checkedSqlite } from "./checked-database.ts";

/** 60 days of 2024 in `iso`; in `half` every second of them, in `few` every twentieth, as M/D/YYYY; in `dotted` all as DD.MM.YYYY. */
const TRIPS = `
CREATE TABLE trip (id INTEGER PRIMARY KEY, iso TEXT, half TEXT, few TEXT, dotted TEXT);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 59),
  d AS (SELECT i, 1 + i / 5 AS month, 1 + (i * 11) % 28 AS day FROM n),
  w AS (SELECT i, printf('2024-%02d-%02d', month, day) AS iso, printf('%d/%d/2024', month, day) AS slashed,
    printf('%02d.%02d.%d', day, month, 2020 + i % 4) AS dotted FROM d)
INSERT INTO trip SELECT i, iso, CASE WHEN i % 2 = 0 THEN slashed ELSE iso END, CASE WHEN i % 20 = 6 THEN slashed ELSE iso END, dotted FROM w;
`;

let trips: CheckedDatabase;
beforeAll(async () => {
  trips = await checkedSqlite(TRIPS);
});
afterAll(() => trips.close());

const dateWarnings = async (sql: string) =>
  (await trips.check(sql)).warnings.filter((each) => each.code === "date-format-mismatch");
const cells = async (sql: string) => {
  const limits = { maxRows: 100, milliseconds: 5000, signal: trips.context.signal };
  return (await trips.driver.query(sql, [], limits)).rows.map((row) => row.join("|"));
};

describe("a column that writes its dates in several forms", () => {
  for (const column of ["half", "few"]) {
    it.each([
      ["a period", "SELECT COUNT(*) FROM trip WHERE {d} BETWEEN '2024-02-01' AND '2024-02-29'"],
      ["a beginning", "SELECT COUNT(*) FROM trip WHERE {d} LIKE '2024-02%'"],
      ["a month of a date function", "SELECT COUNT(*) FROM trip WHERE strftime('%m', {d}) = '02'"],
      ["a group of a date function", "SELECT strftime('%m', {d}), COUNT(*) FROM trip GROUP BY 1"],
      ["the latest", "SELECT MAX({d}) FROM trip WHERE id BETWEEN 25 AND 37"],
    ])(`is warned of, with what reads both, for %s of ${column}`, async (_, written) => {
      const sql = written.replaceAll("{d}", column);
      const right = written.replaceAll("{d}", "iso");
      const [warning] = await dateWarnings(sql);
      const [first] = warning?.suggestions ?? [];
      const mended = sql.replace(first?.replaces ?? "", () => first?.text ?? "");
      expect(await cells(sql)).not.toEqual(await cells(right));
      expect(await cells(mended)).toEqual(await cells(right));
      expect(await dateWarnings(mended)).toEqual([]);
    });
  }

  it("is named with each form, an example, and how many rows are unread", async () => {
    const [warning] = await dateWarnings("SELECT COUNT(*) FROM trip WHERE strftime('%m', few) = '02'");
    expect(warning?.message).toBe(
      "strftime('%m', few) is NULL in 3 rows of 60 (such as '6/7/2024'): trip.few writes its dates in 2 forms: YYYY-MM-DD (as 2024-01-01) and M/D/YYYY (as 10/3/2024).",
    );
  });

  it.each([
    ["in a period without such days", "SELECT id FROM trip WHERE few LIKE '2024-01%'"],
    ["for one form that sorts", "SELECT MAX(iso) FROM trip"],
    [
      "where the query tells the forms apart",
      "SELECT id FROM trip WHERE half LIKE '%/%' OR strftime('%m', half) = '02'",
    ],
    ["where it names both", "SELECT id FROM trip WHERE half LIKE '2024-02%' OR half LIKE '2/%/2024'"],
    ["where NULL is caught", "SELECT COALESCE(strftime('%m', half), substr(half, 1, 1)) FROM trip"],
  ])("is passed over %s", async (_, sql) => {
    expect(await dateWarnings(sql)).toEqual([]);
  });

  it("has year and month of every cell from get_date_format, and from a function that the engine lacks", async () => {
    const { environment, context } = trips;
    const workspace = await environment.openWorkspace(undefined, context);
    const action = {
      environment: "test",
      tool: "get_date_format",
      arguments: { table: "trip", column: "half" },
    };
    const { observation } = await environment.act(workspace, action, context);
    const month = (observation?.data as { readonly month?: string } | undefined)?.month;
    const months = await cells("SELECT CAST(strftime('%m', iso) AS INTEGER) FROM trip");
    expect(await cells(`SELECT ${month} FROM trip`)).toEqual(months);
    const { failure } = await trips.check("SELECT MONTH(half) FROM trip");
    expect(await cells(`SELECT ${failure?.suggestions[0]?.text} FROM trip`)).toEqual(months);
  });
});

describe("a column of dates with dots", () => {
  it.each([
    ["MAX", "SELECT MAX(dotted) FROM trip", true],
    ["ORDER BY", "SELECT id FROM trip ORDER BY dotted DESC LIMIT 1", false],
  ])("is not taken for numbers: %s is warned of", async (_, sql, isExtreme) => {
    const [warning] = await dateWarnings(sql);
    const [first] = warning?.suggestions ?? [];
    expect(first?.text).toContain("substr(dotted, 7, 4)");
    if (isExtreme) expect(warning?.message).toContain("instead of");
    expect(await dateWarnings(sql.replace(first?.replaces ?? "", first?.text ?? ""))).toEqual([]);
  });

  it("is warned of where a date function in SELECT or GROUP BY gives NULL", async () => {
    for (const sql of [
      "SELECT strftime('%Y', dotted), COUNT(*) FROM trip GROUP BY 1",
      "SELECT COUNT(*) FROM trip GROUP BY strftime('%Y', dotted)",
    ]) {
      const [warning] = await dateWarnings(sql);
      expect(warning?.message).toContain("is NULL in every row");
      const [first] = warning?.suggestions ?? [];
      expect(await cells(sql.replace(first?.replaces ?? "", () => first?.text ?? ""))).toHaveLength(4);
    }
  });

  it.each([
    ["2023%", "substr(dotted, 7, 4) = '2023'"],
    ["2023-02%", "substr(dotted, 4) = '02.2023'"],
  ])("has for LIKE '%s' the one condition that keeps these days", async (pattern, right) => {
    const [warning] = await dateWarnings(`SELECT id FROM trip WHERE dotted LIKE '${pattern}'`);
    expect(warning?.suggestions).toHaveLength(1);
    const ids = await cells(`SELECT id FROM trip WHERE ${right}`);
    expect(ids.length).toBeGreaterThan(0);
    expect(await cells(`SELECT id FROM trip WHERE ${warning?.suggestions[0]?.text}`)).toEqual(ids);
  });
});
