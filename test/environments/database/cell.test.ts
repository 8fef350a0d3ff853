import { describe, expect, it } from "vitest";
import { cellLine, shownCell } from "../../../src/environments/database/tools/cell.ts";

describe("a cell that is shown", () => {
  it("is whole up to its limit", () => {
    expect(shownCell("x".repeat(1000))).toBe("x".repeat(1000));
    expect(cellLine("x".repeat(120))).toBe("x".repeat(120));
    expect([cellLine(null), cellLine(9007199254740993n), shownCell(9007199254740993n)]).toEqual([
      "NULL",
      "9007199254740993",
      "9007199254740993",
    ]);
  });

  it("has bytes as whole hexadecimal digits and counts them as bytes", () => {
    expect(shownCell(new Uint8Array([0, 255]))).toBe("\\x00ff");
    expect(shownCell(new Uint8Array(1001))).toBe(`\\x${"00".repeat(1000)}…(1,001 bytes)`);
    expect(cellLine(new Uint8Array(59))).toBe(`\\x${"00".repeat(59)}`);
    expect(cellLine(new Uint8Array(60))).toBe(`\\x${"00".repeat(58)}…(60 bytes)`);
    expect(cellLine(new Uint8Array(1000), 120, 5_000_000)).toBe(`\\x${"00".repeat(58)}…(5,000,000 bytes)`);
  });

  it("is not cut in the middle of a character", () => {
    expect(cellLine(`${"x".repeat(118)}😀😀`)).toBe(`${"x".repeat(118)}…(122 characters)`);
    expect(shownCell(`${"x".repeat(999)}😀`)).toBe(`${"x".repeat(999)}…(1,001 characters)`);
  });
});
