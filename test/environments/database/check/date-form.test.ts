import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectDateForm } from "../../../../src/environments/database/check/date-form.ts";
import { readDate } from "../../../../src/environments/database/check/date-pattern.ts";
import { dayAsText } from "../../../../src/environments/database/sql/date-pattern-text.ts";
import { type CheckedDatabase, checkedSqlite } from "./checked-database.ts";

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  iso: ["2024-01-31", "2023-12-01", "2020-02-29"],
  moment: ["2024-01-31T10:00:00", "2023-12-01T23:59:59"],
  spaced: ["2024-01-31 10:00", "2023-12-01 23:59"],
  day_first: ["31/01/2024", "01/12/2023"],
  month_first: ["01/31/2024", "12/01/2023"],
  either: ["01/02/2024", "03/04/2024"],
  dotted: ["3.1.2024", "14.12.2023"],
  compact: ["20240131", "20231201"],
  named: ["January 3, 2024", "December 14, 2023"],
  seconds: ["1700000000", "1600000000"],
  years: ["1999", "2024"],
  words: ["red", "blue"],
  amounts: ["12", "350"],
  mixed: ["2024-01-31", "2024-02-01", "2024-02-02", "unknown"],
};

let database: CheckedDatabase;
beforeAll(async () => {
  const names = Object.keys(COLUMNS);
  const rows = Math.max(...Object.values(COLUMNS).map((values) => values.length));
  const inserts = Array.from({ length: rows }, (_, i) => {
    const cells = names.map((name) =>
      COLUMNS[name]?.[i] === undefined ? "NULL" : `'${COLUMNS[name]?.[i]}'`,
    );
    return `INSERT INTO t VALUES (${cells.join(", ")});`;
  });
  database = await checkedSqlite(
    `CREATE TABLE t (${names.map((name) => `${name} TEXT`).join(", ")}); ${inserts.join(" ")}`,
  );
});
afterAll(() => database.close());

async function formOf(column: string) {
  return detectDateForm(database.environment.services, { table: "t", column }, database.context);
}

describe("the form in which a column writes its dates", () => {
  it.each([
    ["iso", "%Y-%m-%d"],
    ["moment", "%Y-%m-%dT%H:%M:%S"],
    ["spaced", "%Y-%m-%d %H:%M"],
    ["day_first", "%d/%m/%Y"],
    ["month_first", "%m/%d/%Y"],
    ["dotted", "%-d.%-m.%Y"],
    ["compact", "%Y%m%d"],
    ["named", "%B %-d, %Y"],
    ["seconds", "epoch-seconds"],
    ["years", "%Y"],
  ])("is found for %s", async (column, pattern) => {
    const report = await formOf(column);
    expect(report?.form.pattern).toBe(pattern);
    expect(report?.share).toBe(1);
    expect(report?.ambiguousWith).toEqual([]);
  });

  it("is said to be ambiguous when no cell decides between day and month", async () => {
    const report = await formOf("either");
    expect(
      [report?.form.pattern, ...(report?.ambiguousWith.map((each) => each.pattern) ?? [])].sort(),
    ).toEqual(["%d/%m/%Y", "%m/%d/%Y"]);
  });

  it.each(["words", "amounts", "no_such_column"])("is absent for %s", async (column) => {
    expect(await formOf(column)).toBeUndefined();
  });

  it("tells the share of cells that match, and those that do not", async () => {
    const report = await formOf("mixed");
    expect(report?.share).toBe(0.75);
    expect(report?.exceptions).toEqual(["unknown"]);
  });

  it("gives the range in time, whatever the order as text", async () => {
    const report = await formOf("day_first");
    expect(report?.first).toEqual({ year: 2023, month: 12, day: 1 });
    expect(report?.last).toEqual({ year: 2024, month: 1, day: 31 });
  });

  it("gives expressions that the engine understands for year and month", async () => {
    const { driver } = database.environment.services;
    for (const column of ["iso", "day_first", "dotted", "compact", "named", "seconds"]) {
      const report = await formOf(column);
      const sql = `SELECT ${report?.year}, ${report?.month} FROM t WHERE ${column} = '${COLUMNS[column]?.[0]}'`;
      const { rows } = await driver.query(sql, [], {
        maxRows: 1,
        milliseconds: 5000,
        signal: database.context.signal,
      });
      const [reading] = readDate(COLUMNS[column]?.[0] ?? "").filter(
        (each) => each.pattern.replaceAll("-", "") === report?.form.pattern.replaceAll("-", ""),
      );
      expect(rows[0]?.map(Number)).toEqual([reading?.date.year, reading?.date.month]);
    }
  });
});

describe("reading and writing a date", () => {
  it("agree for every form", () => {
    const date = { year: 2024, month: 11, day: 23 };
    for (const pattern of [
      "%Y-%m-%d",
      "%d/%m/%Y",
      "%m/%d/%Y",
      "%d.%m.%Y",
      "%Y%m%d",
      "%B %d, %Y",
      "%d-%b-%Y",
      "%Y/%m/%d",
    ]) {
      const readings = readDate(dayAsText(date, pattern));
      expect(readings.map((reading) => reading.date)).toContainEqual(date);
    }
  });

  it.each(["2023-02-30", "31/31/2024", "12:30", "1.2.3.4", "abc", ""])("takes %j for no date", (text) => {
    expect(readDate(text)).toEqual([]);
  });
});
