import readXlsxFile from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { workbook } from "../../../src/cli/output/write-rows.ts";
import { resultOf } from "./result-of.ts";

async function readBack(content: Uint8Array) {
  const [sheet] = await readXlsxFile(Buffer.from(content));
  return sheet?.data ?? [];
}

describe("a workbook", () => {
  it("has numbers, booleans and dates as such, and what a number would falsify as text", async () => {
    const rows = [
      [
        1.5,
        true,
        "2024-02-29",
        "2024-02-29 13:05:00",
        "9007199254740993",
        "12.50",
        1_234_567_890_123_456,
        null,
      ],
      [-2, false, null, "1999-12-31T23:59:59.5", "1", "0.10", 7, null],
    ];
    const { content, losses } = await workbook(
      resultOf(["x", "b", "d", "t", "big", "dec", "long", "none"], rows),
    );
    const [, first, second] = await readBack(content);
    expect(first).toEqual([
      1.5,
      true,
      new Date("2024-02-29T00:00:00Z"),
      new Date("2024-02-29T13:05:00Z"),
      "9007199254740993",
      "12.50",
      "1234567890123456",
      null,
    ]);
    expect(second?.slice(0, 3)).toEqual([-2, false, null]);
    expect(losses).toEqual([]);
  });

  it("keeps a column as text where one of its texts is no date, has a zone, or lies before March 1900", async () => {
    const rows = [
      ["2024-01-01", "2024-01-01T00:00:00Z", "1900-02-28"],
      ["2024-02-30", "2024-01-02T00:00:00Z", "2024-01-01"],
    ];
    const [, first] = await readBack((await workbook(resultOf(["a", "b", "c"], rows))).content);
    expect(first).toEqual(rows[0]);
  });

  it("holds texts that look like formulas as texts, with what XML cannot hold", async () => {
    const cells = ["=1+1", "@x", "<&>\"'", "a\u0008b", "_x0041_"];
    const { content } = await workbook(
      resultOf(
        ["a"],
        cells.map((cell) => [cell]),
      ),
    );
    const read = (await readBack(content)).slice(1).map(([cell]) => cell);
    expect(read).toEqual(["=1+1", "@x", "<&>\"'", "a\u0008b", "_x0041_"]);
    expect(Buffer.from(content).includes("<f>")).toBe(false);
  });
});
