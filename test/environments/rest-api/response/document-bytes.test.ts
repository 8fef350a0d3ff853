import { describe, expect, it } from "vitest";
import { documentBytes } from "../../../../src/environments/rest-api/response/read-body.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string, mediaType?: string): unknown =>
  JSON.parse(new TextDecoder().decode(documentBytes(encode(text), mediaType)));

describe("the document that is extracted from", () => {
  it("is without its byte-order mark", () => {
    expect(read("\ufeff[1]", "application/json")).toEqual([1]);
  });

  it.each([
    ['{"a":1}\r\n\r\n{"a":2}', "application/x-ndjson", [{ a: 1 }, { a: 2 }]],
    ['{"a":1}\n{"a":2}', "application/json", [{ a: 1 }, { a: 2 }]],
    ['{"a":1}\noops', "application/x-ndjson", '{"a":1}\noops'],
    ["plain words", "text/plain", "plain words"],
    ["<a>1</a>", "application/xml", "<a>1</a>"],
    ["", "application/json", null],
    // Integers that no number of JavaScript holds become text; all else stays as it is.
    ['{"id":1234567890123456789}', "application/json", { id: "1234567890123456789" }],
    ["[-9007199254740993,9007199254740992]", "application/json", ["-9007199254740993", "9007199254740992"]],
    ["12345678901234567890", "application/json", "12345678901234567890"],
    ["[9007199254740991,-9007199254740991]", "application/json", [9007199254740991, -9007199254740991]],
    [
      "[0.12345678901234567890,12345678901234567e3]",
      "application/json",
      [0.12345678901234568, 1.2345678901234567e19],
    ],
    [
      '{"1234567890123456789":"a\\"9 12345678901234567890"}',
      "application/json",
      { "1234567890123456789": 'a"9 12345678901234567890' },
    ],
  ])("of %j as %s is %j", (text, mediaType, value) => {
    expect(read(text, mediaType)).toEqual(value);
  });

  it("of what is no text says type and size", () => {
    const document = documentBytes(Uint8Array.from([0, 1, 2]), "image/png");
    expect(JSON.parse(new TextDecoder().decode(document))).toEqual({ mediaType: "image/png", bytes: 3 });
  });
});

describe("CSV", () => {
  it.each([
    ["quotes, separators and line breaks in cells", 'a,b\n"x, ""y""","1\n2"\n', [{ a: 'x, "y"', b: "1\n2" }]],
    ["semicolons and Windows line breaks", "a;b\r\n1;2,5\r\n", [{ a: 1, b: "2,5" }]],
    ["tabs", "a\tb\n1\t2", [{ a: 1, b: 2 }]],
    [
      "numbers only where a whole column has them",
      "n,zip,mixed\n1,01234,1\n,0,x\n",
      [
        { n: 1, zip: "01234", mixed: "1" },
        { n: null, zip: "0", mixed: "x" },
      ],
    ],
    ["names that repeat or are missing", "a,a,\n1,2,3\n", [{ a: 1, a_2: 2, column_3: 3 }]],
    ["rows of other lengths", "a,b\n1\n1,2,3\n", [{ a: 1 }, { a: 1, b: 2, column_3: 3 }]],
    ["a header alone", "a,b\n", []],
    ["a quote that is never closed", 'a\n"x', [{ a: "x" }]],
    ["an empty last cell", "a,b\nx,", [{ a: "x", b: "" }]],
  ])("is read with %s", (_, text, rows) => {
    expect(read(text, "text/csv")).toEqual(rows);
  });
});
