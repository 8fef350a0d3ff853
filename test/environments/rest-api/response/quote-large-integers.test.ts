import { describe, expect, it } from "vitest";
import { describeResponse } from "../../../../src/environments/rest-api/response/describe-response.ts";
import { documentBytes } from "../../../../src/environments/rest-api/response/document-bytes.ts";
import { quoteLargeIntegers } from "../../../../src/environments/rest-api/response/quote-large-integers.ts";

const quoted = (text: string) => new TextDecoder().decode(quoteLargeIntegers(new TextEncoder().encode(text)));

describe("integers that no number of JavaScript holds", () => {
  it.each([
    ['{"id":1234567890123456789}', '{"id":"1234567890123456789"}'],
    ["[-9007199254740993,9007199254740992]", '["-9007199254740993","9007199254740992"]'],
    ["12345678901234567890", '"12345678901234567890"'],
  ])("become text: %s", (text, expected) => {
    expect(quoted(text)).toBe(expected);
  });

  it.each([
    "[9007199254740991,-9007199254740991]",
    "[0.12345678901234567890,1234567890123456789.5,12345678901234567e3]",
    '{"1234567890123456789":"12345678901234567890","a\\"9":[true,false,null]}',
    '"\\\\\\" 12345678901234567890"',
    "",
  ])("leave everything else as it is: %s", (text) => {
    expect(quoted(text)).toBe(text);
  });

  it("arrive at extraction and sample as they were sent", () => {
    const body = new TextEncoder().encode('{"id":1234567890123456789}');
    expect(new TextDecoder().decode(documentBytes(body, "application/json"))).toBe(
      '{"id":"1234567890123456789"}',
    );
    const described = describeResponse({ body, mediaType: "application/json" });
    expect(described.sample).toBe('{id: "1234567890123456789"}');
    expect(described.summary).toContain("as text");
  });
});
