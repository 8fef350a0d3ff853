import { describe, expect, it } from "vitest";
import { fileLoader } from "../../../../../support/loaded-files.ts";
import { temporaryFolder } from "../../../../../support/temporary-folder.ts";

const { only } = fileLoader(temporaryFolder());

const column = async (cells: readonly string[]) => {
  const loaded = await only("t.csv", `x\n${cells.map((cell) => `"${cell}"`).join("\n")}\n`);
  return { ...loaded, type: loaded.types["x"], values: loaded.rows.map(([cell]) => cell) };
};

describe("a column of numbers", () => {
  it.each<readonly [string, readonly string[], string, readonly (string | number)[]]>([
    ["whole ones", ["1", "-20", "+3"], "BIGINT", ["1", "-20", "3"]],
    ["ids beyond 2^53", ["9007199254740993", "1"], "BIGINT", ["9007199254740993", "1"]],
    [
      "ids of 25 digits",
      ["1234567890123456789012345", "1"],
      "DECIMAL(38,0)",
      ["1234567890123456789012345", "1"],
    ],
    ["prices", ["1.50", "20", "3.1"], "DECIMAL(18,2)", ["1.50", "20.00", "3.10"]],
    ["floats", ["1.5e-3", "2", "0.1234567890123"], "DOUBLE", [0.0015, 2, 0.1234567890123]],
    ["decimal commas", ["1.234,56", "0,5", "12"], "DECIMAL(18,2)", ["1234.56", "0.50", "12.00"]],
    ["groups by commas", ["1,234.5", "1,234,567.0", "12"], "DECIMAL(18,1)", ["1234.5", "1234567.0", "12.0"]],
    ["groups by blanks", ["1 204,50", "12", "1\u00a0000"], "DECIMAL(18,2)", ["1204.50", "12.00", "1000.00"]],
    ["a currency", ["$1,200.00", "-$5.00", "($7.50)"], "DECIMAL(18,2)", ["1200.00", "-5.00", "-7.50"]],
    ["percent signs", ["12,5 %", "3 %"], "DECIMAL(18,1)", ["12.5", "3.0"]],
    [".0 behind whole ones", ["1.0", "2.0"], "BIGINT", ["1", "2"]],
  ])("has a type that holds %s exactly", async (_, cells, type, values) => {
    const loaded = await column(cells);
    expect([loaded.type, loaded.values]).toEqual([type, values]);
  });

  it.each<readonly [string, readonly string[]]>([
    ["zeros in front", ["00123", "12345", "99999"]],
    ["telephones", ["+49 30 1234567", "+1 212 5550100"]],
    ["several currencies", ["5 €", "$6"]],
    ["percent signs at some of them", ["5%", "0.06"]],
  ])("stays text with %s", async (_, cells) => {
    const { type, values } = await column(cells);
    expect([type, values]).toEqual(["VARCHAR", cells]);
  });

  it("that may be thousands or decimals follows the other columns, and is told where they tell nothing", async () => {
    const german = await only("t.csv", "a;b\n1.234;1,5\n2.500;2,25\n");
    expect(german.rows.map(([a]) => a)).toEqual(["1234", "2500"]);
    const american = await only("t.csv", "a;b\n1.234;1.5\n2.500;2.25\n");
    expect(american.rows.map(([a]) => a)).toEqual(["1.234", "2.500"]);
    const alone = await only("t.csv", "a;b\n1,234;x\n2,500;y\n");
    expect(alone.rows.map(([a]) => a)).toEqual(["1234", "2500"]);
    expect(alone.report.doubts).toEqual([
      "column a: numbers like 1,234 were read as 1234; they may mean 1.234",
    ]);
  });

  it("has NULL for what says that it is missing, counted with its row", async () => {
    const { type, values, comments } = await column(["1", "n/a", "3", "-", "5", "N/A"]);
    expect([type, values]).toEqual(["BIGINT", ["1", null, "3", null, "5", null]]);
    expect(comments["x"]).toBe(
      "3 of 6 cells stand for a missing value, NULL here: 'n/a' (1, first in row 3), '-' (1, first in row 5), 'N/A' (1, first in row 7)",
    );
  });

  it("stays text with one odd cell far down, which is told", async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => `${at},k${at}`);
    rows[28_000] = "twelve,k";
    const { types, report, rows: read } = await only("t.csv", `x,k\n${rows.join("\n")}\n`);
    expect(types).toEqual({ x: "VARCHAR", k: "VARCHAR" });
    expect(report.doubts).toEqual([
      "column x: 1 of 30,000 cells are no numbers, so that it is text: 'twelve' (row 28002)",
    ]);
    expect(read[28_000]).toEqual(["twelve", "k"]);
    expect(read).toHaveLength(30_000);
  });
});

describe("a column of days and times", () => {
  it.each<readonly [string, readonly string[], string, readonly string[]]>([
    ["ISO", ["2024-01-31", "1999-12-01"], "DATE", ["2024-01-31", "1999-12-01"]],
    ["with dots", ["31.1.2024", "01.12.1999"], "DATE", ["2024-01-31", "1999-12-01"]],
    ["day first", ["31/01/2024", "01/12/1999"], "DATE", ["2024-01-31", "1999-12-01"]],
    ["month first", ["01/31/2024", "12/01/1999"], "DATE", ["2024-01-31", "1999-12-01"]],
    ["with names of months", ["3 Jan 2024", "12 Dec 1999"], "DATE", ["2024-01-03", "1999-12-12"]],
    ["midnights", ["2024-01-31 00:00:00", "1999-12-01 00:00:00"], "DATE", ["2024-01-31", "1999-12-01"]],
    [
      "with times",
      ["2024-01-31T10:05:00", "1999-12-01 9:05"],
      "TIMESTAMP",
      ["2024-01-31 10:05:00", "1999-12-01 09:05:00"],
    ],
    [
      "with halves of days",
      ["1/31/2024 2:05 PM", "12/1/1999 12:05 am"],
      "TIMESTAMP",
      ["2024-01-31 14:05:00", "1999-12-01 00:05:00"],
    ],
    ["of the day", ["14:05", "9:05:30"], "TIME", ["14:05:00", "09:05:30"]],
  ])("is typed when written %s", async (_, cells, type, values) => {
    const loaded = await column(cells);
    expect([loaded.type, loaded.values]).toEqual([type, values]);
  });

  it("stays text where it is not known whether day or month comes first, and that is told", async () => {
    const { type, report } = await column(["01/02/2024", "03/04/2024"]);
    expect(type).toBe("VARCHAR");
    expect(report.doubts).toEqual(["column x: text: it is not known whether day or month comes first"]);
  });

  it("follows another column of the file where that is clear", async () => {
    const { types, rows } = await only("t.csv", "a,b\n01/02/2024,31/12/2024\n03/04/2024,30/11/2024\n");
    expect(types["a"]).toBe("DATE");
    expect(rows[0]).toEqual(["2024-02-01", "2024-12-31"]);
  });

  it("says which zone its times are in, and stays text where there are several", async () => {
    const same = await column(["2024-01-31T10:05:00+02:00", "2024-02-01T10:05:00+02:00"]);
    expect([same.type, same.comments["x"]]).toEqual(["TIMESTAMP", "in the zone +02:00"]);
    const several = await column(["2024-01-31T10:05:00+02:00", "2024-02-01T10:05:00Z"]);
    expect(several.type).toBe("VARCHAR");
  });

  it("never makes a day of one that no calendar has", async () => {
    const { type, values } = await column(["30.02.2024", "29.02.2023"]);
    expect([type, values]).toEqual(["VARCHAR", ["30.02.2024", "29.02.2023"]]);
  });
});

describe("a column of words", () => {
  it("keeps N/A, as it may be Namibia, and blanks around its words", async () => {
    const { type, values } = await column(["NA", "DE ", "FR"]);
    expect([type, values]).toEqual(["VARCHAR", ["NA", "DE ", "FR"]]);
  });

  it("is of truth values where it has no others", async () => {
    const { type, values } = await column(["TRUE", "false", "True"]);
    expect([type, values]).toEqual(["BOOLEAN", [true, false, true]]);
  });
});
