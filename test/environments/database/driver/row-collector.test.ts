import { describe, expect, it } from "vitest";
import { rowBounds, rowCollector } from "../../../../src/environments/database/driver/row-collector.ts";

describe("rowBounds", () => {
  it("has the usual bounds where a statement names none", () => {
    expect(rowBounds({ maxRows: 3 })).toEqual({ maxRows: 3, maxBytes: 64_000_000, maxCellLength: 1_000_000 });
    expect(rowBounds({ maxRows: 3, maxBytes: 5, maxCellLength: 2 })).toEqual({
      maxRows: 3,
      maxBytes: 5,
      maxCellLength: 2,
    });
  });
});

describe("rowCollector", () => {
  it("takes rows up to its limit, and one more only to tell that there is one", () => {
    const collector = rowCollector(rowBounds({ maxRows: 2 }));
    expect([collector.take([1]), collector.take([2])]).toEqual([true, true]);
    expect(collector.result()).toEqual({ rows: [[1], [2]], truncated: false });
    expect(collector.take([3])).toBe(false);
    expect(collector.result()).toEqual({ rows: [[1], [2]], truncated: true, truncatedBy: "rows" });
  });

  it("counts texts as UTF-8, blobs by their bytes, and two for each cell", () => {
    const fits = rowCollector(rowBounds({ maxRows: 9, maxBytes: 15 }));
    expect(fits.take(["é😀", new Uint8Array(3), null])).toBe(true);
    expect(fits.take([])).toBe(true);
    expect(fits.take([1])).toBe(false);
    expect(fits.result().truncatedBy).toBe("bytes");
    const over = rowCollector(rowBounds({ maxRows: 9, maxBytes: 14 }));
    expect(over.take(["é😀", new Uint8Array(3), null])).toBe(false);
    expect(over.result().rows).toEqual([]);
  });

  it("takes no smaller row after one that did not fit, so that rows are never left out in the middle", () => {
    const collector = rowCollector(rowBounds({ maxRows: 9, maxBytes: 20 }));
    expect([collector.take(["a"]), collector.take(["b".repeat(30)]), collector.take(["c"])]).toEqual([
      true,
      false,
      false,
    ]);
    expect(collector.result().rows).toEqual([["a"]]);
  });

  it("counts a cut cell as what is left of it, and tells its place only where its row is kept", () => {
    const collector = rowCollector(rowBounds({ maxRows: 9, maxBytes: 16, maxCellLength: 4 }));
    expect(collector.take([1, "x".repeat(100)])).toBe(true);
    expect(collector.take(["y".repeat(100), new Uint8Array(50), 1])).toBe(false);
    expect(collector.result()).toEqual({
      rows: [[1, "xxxx"]],
      truncated: true,
      truncatedBy: "bytes",
      cutCells: [{ row: 0, column: 1, length: 100 }],
    });
  });

  it("ends before a row that the driver cannot take in", () => {
    const collector = rowCollector(rowBounds({ maxRows: 9 }));
    collector.take(["a"]);
    collector.stopAtBytes();
    expect(collector.take(["b"])).toBe(false);
    expect(collector.result()).toEqual({ rows: [["a"]], truncated: true, truncatedBy: "bytes" });
  });
});
