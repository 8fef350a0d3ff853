import { describe, expect, it } from "vitest";
import { lookupKey, numberIn, withoutQuotes } from "../../src/value-index/segment.ts";

describe("numberIn", () => {
  it.each([
    ["12", 12],
    ["12.50", 12.5],
    ["1,204", 1204],
    ["1 204 000", 1204000],
    ["-3e4", -30000],
    [".5", 0.5],
    ["+7", 7],
    ["-0", 0],
    ["007", 7],
    ["12,50", undefined],
    ["1,20,4", undefined],
    ["9007199254740993", undefined],
    ["", undefined],
    ["abc", undefined],
    ["1e999", undefined],
    ["0x10", undefined],
    ["2019-10-08", undefined],
  ])("reads %j as %s", (text, number) => {
    expect(numberIn(text)).toBe(number);
  });
});

describe("lookupKey", () => {
  it("files numbers of numeric columns by their worth and all else folded", () => {
    expect(lookupKey("12.50", true)).toBe(lookupKey("12.5", true));
    expect(lookupKey("12.50", false)).not.toBe(lookupKey("12.5", false));
    expect(lookupKey("9007199254740993", true)).not.toBe(lookupKey("9007199254740992", true));
    expect(lookupKey(" ÉTÉ ", true)).toBe("ete");
  });
});

describe("withoutQuotes", () => {
  it.each([
    [" 'a b' ", "a b"],
    ['"a"', "a"],
    ["“a”", "a"],
    ["'O'Brien'", "O'Brien"],
    ["'O''Brien'", "O'Brien"],
    ["'a' and 'b'", "'a' and 'b'"],
    ["O'Brien", "O'Brien"],
    ["''", "''"],
    ["'", "'"],
  ])("makes of %j %j", (text, plain) => {
    expect(withoutQuotes(text)).toBe(plain);
  });
});
