import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/util/json.ts";
import { checkedRequest, withBody, withParameters } from "./checked-request.ts";

const inQuery = (name: string, schema: JsonObject, more: JsonObject = {}) => ({
  name,
  in: "query",
  schema,
  ...more,
});

describe("values are taken for what they clearly mean", () => {
  test.each([
    ["a number in a text", "20", { type: "integer" }, "20"],
    ["a number for a text", 20, { type: "string" }, "20"],
    ["a yes", "Yes", { type: "boolean" }, "true"],
    ["a one", 1, { type: "boolean" }, "true"],
    ["one value for a list", 28, { type: "array", items: { type: "integer" } }, "28"],
    ["a list in one text", "28, 35", { type: "array", items: { type: "integer" } }, "28&v=35"],
    ["a list in JSON", "[28,35]", { type: "array", items: { type: "integer" } }, "28&v=35"],
    ["a list of one for a value", [28], { type: "integer" }, "28"],
    ["a list for a text with commas", [28, 35], { type: "string" }, "28%2C35"],
    ["a word in another case", "POPULARITY.desc", { enum: ["popularity.desc"] }, "popularity.desc"],
  ])("%s", async (_, value, schema, written) => {
    const { target } = await checkedRequest(withParameters(inQuery("v", schema)), { v: value });
    expect(target).toBe(`/things?v=${written}`);
  });

  test.each([
    ["words for a number", "twenty", { type: "integer" }, "integer"],
    ["a fraction for an integer", 1.5, { type: "integer" }, "integer"],
    ["a number out of its range", 2000, { type: "integer", minimum: 1, maximum: 1000 }, "integer(1..1000)"],
    ["no date", "last year", { type: "string", format: "date" }, "string(date)"],
    ["a word that is not allowed", "newest", { enum: ["asc", "desc"] }, '"asc" | "desc"'],
  ])("but not %s", async (_, value, schema, kind) => {
    const { failure } = await checkedRequest(withParameters(inQuery("v", schema)), { v: value });
    expect(failure).toMatchObject({
      code: "invalid-arguments",
      message: expect.stringContaining(`The argument "v" of GET /things is `),
      part: { argument: "v", text: JSON.stringify(value) },
    });
    expect(failure?.message).toContain(kind);
  });

  test("the nearest allowed word is suggested", async () => {
    const schema = { enum: ["release_date.asc", "release_date.desc", "title.asc"] };
    const { failure } = await checkedRequest(withParameters(inQuery("sort_by", schema)), {
      sort_by: "releasedate.desc",
    });
    expect(failure?.suggestions[0]?.text).toBe("release_date.desc");
  });
});

describe("names", () => {
  const paths = withParameters(
    inQuery("with_cast", { type: "string" }),
    inQuery("page", { type: "integer" }),
    { name: "film_id", in: "path", required: true, schema: { type: "integer" } },
  );

  test("in another form are taken", async () => {
    const { target } = await checkedRequest(paths, { filmId: 7, withCast: "5" });
    expect(target).toBe("/things/7?with_cast=5");
  });

  test("in groups are found there", async () => {
    const { target } = await checkedRequest(paths, {
      path: { film_id: 7 },
      query_params: { page: 2 },
    });
    expect(target).toBe("/things/7?page=2");
  });

  test("that nothing takes are refused with those that are taken", async () => {
    const { failure } = await checkedRequest(paths, { film_id: 7, with_casts: "5" });
    expect(failure).toMatchObject({
      code: "invalid-arguments",
      message: expect.stringContaining('has no argument "with_casts"; it takes: with_cast, page, film_id'),
      suggestions: [{ text: "with_cast", replaces: "with_casts" }],
    });
  });

  test("with null for a value are left out", async () => {
    expect((await checkedRequest(paths, { film_id: 7, page: null, year: null })).target).toBe("/things/7");
  });
});

test("a missing argument says what it is and which operation returns it", async () => {
  const films = {
    type: "array",
    items: { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } },
  };
  const { failure } = await checkedRequest(
    {
      "/films/{film_id}/credits": {
        get: {
          operationId: "tested",
          parameters: [
            {
              name: "film_id",
              in: "path",
              required: true,
              description: "Id of a film. Found by searching.",
              schema: { type: "integer" },
            },
          ],
          responses: { 200: { description: "ok" } },
        },
      },
      "/search/films": {
        get: {
          operationId: "searchFilms",
          summary: "Search films by title",
          parameters: [inQuery("query", { type: "string" }, { required: true })],
          responses: {
            200: {
              description: "Films",
              content: {
                "application/json": { schema: { type: "object", properties: { results: films } } },
              },
            },
          },
        },
      },
    },
    {},
  );
  expect(failure).toMatchObject({
    code: "invalid-arguments",
    message: expect.stringMatching(
      /^GET \/films\/\{film_id\}\/credits lacks its argument "film_id" \(integer\)\. Id of a film\. Such a value is returned by GET \/search\/films/u,
    ),
    suggestions: [{ text: "GET /search/films", reason: expect.stringContaining("id") }],
  });
});

test("a missing argument that only the person can give says so", async () => {
  const paths = withParameters(inQuery("query", { type: "string" }, { required: true }));
  const { failure } = await checkedRequest(paths, {});
  expect(failure?.message).toContain("Take it from the question");
});

describe("bodies", () => {
  const schemas = {
    Order: {
      type: "object",
      required: ["id", "customer", "lines"],
      properties: {
        id: { type: "integer", readOnly: true },
        customer: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        lines: {
          type: "array",
          items: {
            type: "object",
            required: ["sku"],
            properties: { sku: { type: "string" }, count: { type: "integer", minimum: 1 } },
          },
        },
        note: { type: "string" },
      },
      additionalProperties: false,
    },
  };
  const paths = withBody("application/json", { schema: { $ref: "#/components/schemas/Order" } });
  const bodyOf = async (given: JsonObject) => {
    const { request, failure } = await checkedRequest(paths, given, schemas);
    return failure ?? JSON.parse(request.body ?? "null");
  };
  const order = { customer: { name: "Ana" }, lines: [{ sku: "a" }] };

  test("are given flat, whole, or in JSON", async () => {
    expect(await bodyOf(order)).toEqual(order);
    expect(await bodyOf({ body: order })).toEqual(order);
    expect(await bodyOf({ requestBody: JSON.stringify(order) })).toEqual(order);
    expect(await bodyOf({ body: { customer: order.customer }, lines: order.lines })).toEqual(order);
  });

  test("have values put right inside them, too", async () => {
    expect(await bodyOf({ ...order, lines: [{ sku: 17, count: "2" }] })).toEqual({
      ...order,
      lines: [{ sku: "17", count: 2 }],
    });
  });

  test("lack a member by name", async () => {
    expect(await bodyOf({ customer: { name: "Ana" } })).toMatchObject({
      code: "invalid-arguments",
      part: { argument: "lines" },
    });
  });

  test("are refused at the place inside them that is wrong", async () => {
    expect(await bodyOf({ ...order, lines: [{ sku: "a" }, { count: 1 }] })).toMatchObject({
      message: 'The argument "lines[1]" of POST /things lacks "sku".',
    });
    expect(await bodyOf({ ...order, lines: [{ sku: "a", count: 0 }] })).toMatchObject({
      part: { argument: "lines[0].count" },
    });
  });

  test("take no members that the document shuts out", async () => {
    expect(await bodyOf({ ...order, notes: "x" })).toMatchObject({
      message: expect.stringContaining('has no argument "notes"'),
      suggestions: [{ text: "note", replaces: "notes" }],
    });
  });

  test("take other members where the document leaves them open", async () => {
    const open = withBody("application/json", { schema: { type: "object" } });
    const { request } = await checkedRequest(open, { anything: [1], goes: true });
    expect(request?.body).toBe('{"anything":[1],"goes":true}');
  });

  test("that are not required may be left out", async () => {
    const optional = withBody(
      "application/json",
      { schema: { type: "object", properties: { note: { type: "string" } } } },
      {
        requestBody: {
          content: { "application/json": { schema: { properties: { note: { type: "string" } } } } },
        },
      },
    );
    const { request } = await checkedRequest(optional, {});
    expect(request).not.toHaveProperty("body");
  });
});

test("schemas that refer to themselves are checked all the same", async () => {
  const schemas = {
    Filter: {
      type: "object",
      properties: {
        field: { type: "string" },
        and: { type: "array", items: { $ref: "#/components/schemas/Filter" } },
      },
      additionalProperties: false,
    },
  };
  const paths = withBody("application/json", { schema: { $ref: "#/components/schemas/Filter" } });
  const deep = { and: [{ and: [{ field: "a" }] }] };
  expect((await checkedRequest(paths, deep, schemas)).request?.body).toBe(JSON.stringify(deep));
  const { failure } = await checkedRequest(paths, { and: [{ and: [{ feld: "a" }] }] }, schemas);
  expect(failure?.message).toContain('"and[0].and[0]"');
});
