import { describe, expect, it } from "vitest";
import { csv } from "../../../src/cli/output/write-rows.ts";
import { resultOf } from "./result-of.ts";

const written = (...given: Parameters<typeof csv>) => [...csv(...given)].join("");

describe("CSV", () => {
  it("quotes what RFC 4180 wants quoted, and ends each row with CRLF", () => {
    const result = resultOf(
      ["a,b", 'say "x"'],
      [
        ["one\ntwo", "plain"],
        ["a,b", 1.5],
      ],
    );
    expect(written(result)).toBe('"a,b","say ""x"""\r\n"one\ntwo",plain\r\n"a,b",1.5\r\n');
  });

  it("tells NULL from an empty text, and writes no empty line for a NULL alone", () => {
    expect(written(resultOf(["a", "b"], [[null, ""]]))).toBe('a,b\r\n,""\r\n');
    expect(written(resultOf(["a"], [[null]]))).toBe('a\r\n""\r\n');
  });

  it("is exact unless cells are to be safe in a spreadsheet", () => {
    const result = resultOf(["=x"], [["=1+1"], ["+49 1"], ["-5"], [-5], ["@a"], ["\tx"], ["a=b"]]);
    expect(written(result)).toBe("=x\r\n=1+1\r\n+49 1\r\n-5\r\n-5\r\n@a\r\n\tx\r\na=b\r\n");
    expect(written(result, { safeCells: true })).toBe(
      "'=x\r\n'=1+1\r\n'+49 1\r\n-5\r\n-5\r\n'@a\r\n'\tx\r\na=b\r\n",
    );
  });

  it("begins with a byte order mark only where it is wanted", () => {
    expect(written(resultOf(["a"], []))).toBe("a\r\n");
    expect(written(resultOf(["a"], []), { bom: true })).toBe("\ufeffa\r\n");
  });

  it("writes lists and objects as JSON, and integers beyond 2^53 digit by digit", () => {
    expect(written(resultOf(["a", "b"], [[[1, 2], "9007199254740993"]]))).toBe(
      'a,b\r\n"[1,2]",9007199254740993\r\n',
    );
  });
});
