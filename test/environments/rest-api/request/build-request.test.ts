import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/util/json.ts";
import { checkedRequest, withBody, withParameters } from "./checked-request.ts";

const LIST = { type: "array", items: { type: "string" } };
const OBJECT = { type: "object", properties: { R: { type: "integer" }, G: { type: "integer" } } };
const colours = ["blue", "black"];
const colour = { R: 100, G: 200 };

/** What OpenAPI's own table of styles says ("Style Examples"). */
const STYLES: readonly (readonly [string, string, boolean, JsonObject[string], JsonObject, string])[] = [
  ["path", "simple", false, colours, LIST, "/things/blue,black"],
  ["path", "simple", false, colour, OBJECT, "/things/R,100,G,200"],
  ["path", "simple", true, colour, OBJECT, "/things/R=100,G=200"],
  ["query", "form", false, colours, LIST, "/things?color=blue,black"],
  ["query", "form", true, colours, LIST, "/things?color=blue&color=black"],
  ["query", "form", false, colour, OBJECT, "/things?color=R,100,G,200"],
  ["query", "form", true, colour, OBJECT, "/things?R=100&G=200"],
  ["query", "spaceDelimited", false, colours, LIST, "/things?color=blue%20black"],
  ["query", "pipeDelimited", false, colours, LIST, "/things?color=blue|black"],
  ["query", "deepObject", true, colour, OBJECT, "/things?color[R]=100&color[G]=200"],
];

test.each(STYLES)(
  "in the %s, style %s, explode %s: %o",
  async (place, style, explode, value, schema, target) => {
    const parameter = { name: "color", in: place, style, explode, schema, required: place === "path" };
    expect((await checkedRequest(withParameters(parameter), { color: value })).target).toBe(target);
  },
);

describe("parameters", () => {
  const text = { type: "string" };

  test("are percent-encoded, so that no value makes another one", async () => {
    const given = { id: "a/b?c#d", q: "x&admin=1 +é" };
    const paths = withParameters(
      { name: "id", in: "path", required: true, schema: text },
      { name: "q", in: "query", schema: text },
    );
    expect((await checkedRequest(paths, given)).target).toBe(
      "/things/a%2Fb%3Fc%23d?q=x%26admin%3D1%20%2B%C3%A9",
    );
  });

  test("with a media type are written in it", async () => {
    const paths = withParameters({
      name: "filter",
      in: "query",
      content: { "application/json": { schema: { type: "object" } } },
    });
    expect((await checkedRequest(paths, { filter: { a: [1] } })).target).toBe(
      `/things?filter=${encodeURIComponent('{"a":[1]}')}`,
    );
  });

  test("in headers and cookies go there", async () => {
    const { request, target } = await checkedRequest(
      withParameters(
        { name: "X-Ids", in: "header", schema: { type: "array", items: { type: "integer" } } },
        { name: "X-Note", in: "header", schema: text },
        { name: "theme", in: "cookie", schema: text },
        { name: "size", in: "cookie", schema: { type: "integer" } },
      ),
      { "X-Ids": [1, 2], "X-Note": "a X-Admin: 1", theme: "dark; a=b", size: 3 },
    );
    expect(target).toBe("/things");
    expect(request?.headers).toMatchObject({
      "x-ids": "1,2",
      "x-note": "a X-Admin: 1",
      cookie: "theme=dark%3B%20a%3Db; size=3",
    });
  });
});

describe("bodies", () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
      size: { type: "object", properties: { w: { type: "integer" } } },
    },
  };
  const given = { name: "a b&c", tags: ["x", "y"], size: { w: 3 } };

  test("in JSON", async () => {
    const { request } = await checkedRequest(withBody("application/json", { schema }), given);
    expect(request).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(given),
    });
  });

  test("in forms, with lists and objects as the document writes them", async () => {
    const type = "application/x-www-form-urlencoded";
    const plain = await checkedRequest(withBody(type, { schema }), given);
    expect(plain.request?.headers["content-type"]).toBe(type);
    expect(plain.request?.body).toBe("name=a%20b%26c&tags[]=x&tags[]=y&size[w]=3");
    const encoding = {
      tags: { style: "form", explode: false },
      size: { contentType: "application/json" },
    };
    const told = await checkedRequest(withBody(type, { schema, encoding }), given);
    expect(told.request?.body).toBe(`name=a%20b%26c&tags=x,y&size=${encodeURIComponent('{"w":3}')}`);
  });

  test("in several parts, whose boundary is left to the client", async () => {
    const { request } = await checkedRequest(withBody("multipart/form-data", { schema }), given);
    expect(request?.headers).not.toHaveProperty("content-type");
    expect(request?.body).toBe('name: a b&c; tags: x; tags: y; size: {"w":3}');
  });

  test("in plain text", async () => {
    const { request } = await checkedRequest(withBody("text/plain", { schema: { type: "string" } }), {
      body: "just text",
    });
    expect(request?.body).toBe("just text");
  });

  test("that are a list are given whole", async () => {
    const { request } = await checkedRequest(
      withBody("application/json", { schema: { type: "array", items: { type: "integer" } } }),
      { body: "[1, 2]" },
    );
    expect(request?.body).toBe("[1,2]");
  });
});
