import { describe, expect, it } from "vitest";
import { MOST_SHEET_ROWS, workbook } from "../../../src/cli/output/write-rows.ts";

describe("a workbook", () => {
  it("stops at the last row of a sheet and says how many are left out", { timeout: 300_000 }, async () => {
    const rows = {
      *[Symbol.iterator]() {
        for (let at = 0; at < MOST_SHEET_ROWS + 4; at += 1) yield [at];
      },
    };
    const count = MOST_SHEET_ROWS + 4;
    const made = await workbook({ columns: ["n"], rows, count, total: count });
    expect(made.rows).toBe(MOST_SHEET_ROWS - 1);
    expect(made.losses).toEqual(["A sheet holds 1,048,576 rows: 5 are left out."]);
  });
});
