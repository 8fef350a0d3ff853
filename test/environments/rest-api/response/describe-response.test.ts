import { describe, expect, it } from "vitest";
import { describeResponse } from "../../../../src/environments/rest-api/response/describe-response.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown, more = {}) =>
  describeResponse({ body: encode(JSON.stringify(value)), mediaType: "application/json", ...more });

const PAGE = {
  page: 1,
  results: Array.from({ length: 20 }, (_, i) => ({
    id: i,
    title: `Film ${i}`,
    overview: "A long text. ".repeat(40),
    kind: i % 2 === 0 ? "film" : "series",
    tags: ["a", "b", "c"].slice(0, i % 4),
    poster: i % 2 === 0 ? null : `/${i}.jpg`,
    vote: i / 3,
    ...(i % 3 === 0 ? {} : { released: "1999-10-15" }),
  })),
  total_results: 4118,
};

describe("the description of a JSON response", () => {
  it("shows the form of the actual data with optional members, unions, lengths and enumerations", () => {
    expect(json(PAGE).schema).toBe(
      `{
  page: integer
  results: [20 of {
    id: integer
    title: string
    overview: string
    kind: "film" | "series"
    tags: [0–3 of "a" | "b" | "c"]
    poster: string | null
    vote: number
    released?: string // in 13 of 20
  }]
  total_results: integer
}`,
    );
  });

  it("counts the items, and gives the response's own word on how many there are", () => {
    expect(json(PAGE)).toMatchObject({
      summary: expect.stringMatching(/^JSON, [\d.]+ kB; results: 20 items, total_results says 4,118$/),
      items: 20,
    });
  });

  it.each([
    [{ tracks: { items: [1], total: 70 } }, "tracks.items: 1 item, tracks.total says 70"],
    [{ data: [1, 2], meta: { pagination: 1, total: 9 } }, "data: 2 items, meta.total says 9"],
    [[{ a: 1 }], "1 item"],
    [{ genres: ["x"], runtime: 5 }, "genres: 1 item"],
    [[{ total: 7 }, [1, 2]], "1: 2 items, 0.total says 7"],
    [{ facets: [1, 2, 3], results: [{ id: 1 }] }, "results: 1 item"],
  ])("finds the list and its total in %j", (value, counted) => {
    expect(json(value).summary).toMatch(new RegExp(`; ${counted}$`, "u"));
  });

  it("keeps schema and sample within the budget whatever the data is", () => {
    const values = [
      PAGE,
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, { i }])),
      Object.fromEntries(Array.from({ length: 79 }, (_, i) => ["m".repeat(50) + i, { ["n".repeat(70)]: i }])),
      Array.from({ length: 300 }, (_, i) => ({ [`only${i}`]: i })),
      Array.from({ length: 3 }, () => Array.from({ length: 50 }, () => "word ".repeat(50))),
      "x".repeat(10_000),
      { ["long key ".repeat(1000)]: 1 },
      JSON.parse(`${'{"a":['.repeat(60)}1${"]}".repeat(60)}`),
    ];
    for (const value of values)
      for (const budget of [300, 1500]) {
        const { schema, sample } = describeResponse(
          { body: encode(JSON.stringify(value)), mediaType: "application/json" },
          budget,
        );
        expect(schema.length).toBeLessThanOrEqual(budget + 30);
        expect(sample.length).toBeLessThanOrEqual(1.5 * budget + 30);
        expect(sample).not.toBe("");
      }
  });

  it("tells in the sample what it left out", () => {
    const { sample } = json({ results: Array.from({ length: 1200 }, () => "word ".repeat(100)) });
    expect(sample).toMatch(/… 1,19\d more/);
    expect(sample).toContain("(500 characters)");
  });

  it("shows keys that are data as a map", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`tt${i}`, { votes: i }]));
    expect(json(many).schema).toBe(
      '{ [key: string]: { votes: integer } } /* 10,000 keys such as "tt0", "tt1", "tt2" */',
    );
    expect(json({ 1: "a", 2: "b", 3: "c", 40: "d" }).schema).toContain("[key: string]: string");
  });
});

describe("the description of other responses", () => {
  const describeText = (text: string, mediaType?: string) =>
    describeResponse({ body: encode(text), mediaType });

  it("reads lines of JSON as a list", () => {
    const described = describeText('{"a":1}\n{"a":2}\n', "application/x-ndjson");
    expect(described.summary).toContain("2 items");
    expect(described.schema).toBe("[2 of { a: integer }]");
  });

  it("reads CSV as a list of objects", () => {
    const described = describeText("name,age\nAnn,3\nBob,4\n", "text/csv; charset=utf-8");
    expect(described.schema).toBe("[2 of { name: string, age: integer }]");
  });

  it("says that a body is not the JSON that the server calls it", () => {
    for (const text of ['{"a":1', "<html><title>502</title></html>", "upstream error"]) {
      const described = describeText(text, "application/json");
      expect(described.findings).toMatchObject([{ code: "not-as-documented" }]);
      expect(described.sample).not.toBe("");
    }
  });

  it("reads JSON that nobody called so", () => {
    for (const mediaType of [undefined, "text/plain", "application/octet-stream"])
      expect(describeText('{"a":1}', mediaType).schema).toBe("{ a: integer }");
  });

  it("reads what is not in the named character set, and says so", () => {
    const body = Uint8Array.from([...encode('{"a":"caf'), 0xe9, ...encode('"}')]);
    expect(describeResponse({ body, mediaType: "application/json" })).toMatchObject({
      sample: '{a: "café"}',
      findings: [{ code: "not-as-documented" }],
    });
    expect(describeResponse({ body, mediaType: "application/json; charset=iso-8859-1" })).toMatchObject({
      sample: '{a: "café"}',
      findings: [],
    });
  });

  it("tells only type and size of what is no text", () => {
    const body = Uint8Array.from([0x89, 0x50, 0, 1]);
    for (const mediaType of ["image/png", "application/octet-stream"])
      expect(describeResponse({ body, mediaType })).toEqual({
        summary: `no text: ${mediaType}, 4 bytes`,
        schema: "",
        sample: "",
        findings: [],
      });
  });

  it("says that there is nothing in an empty body", () => {
    expect(describeResponse({ body: new Uint8Array(), mediaType: "application/json" })).toMatchObject({
      summary: "an empty body",
      findings: [],
    });
  });
});
