import { afterEach, describe, expect, it } from "vitest";
import { createRestApiEnvironment } from "../../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../../src/environments/rest-api/document/load-document.ts";
import { POSING, posing, sweep } from "../../support/posing-data.ts";
import { loopbackServer } from "../http/loopback-server.ts";

const FERRY = posing("Ferry");
const QUERY = posing("query");
const KINDS = [posing("car"), posing("train")];
const text = { type: "string", description: posing("Says it") };

function operation(name: string, type = "application/json") {
  return {
    operationId: posing(name),
    summary: posing(`Lists ${name}`),
    description: posing(`Long words on ${name}. <b>More</b>\n\n# Title`),
    tags: [posing("boats")],
    parameters: [
      { name: QUERY, in: "query", description: posing("What to look for"), schema: { ...text, enum: KINDS } },
      { name: posing("other"), in: "header", schema: { ...text, default: posing("usual") } },
    ],
    responses: {
      200: {
        description: posing("Fine"),
        content: { [type]: { schema: { type: "array", items: { $ref: `#/components/schemas/${FERRY}` } } } },
      },
      404: { description: posing("Not there") },
    },
  };
}

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: posing("Ferries"), version: posing("1"), description: posing("About\nferries") },
  tags: [{ name: posing("boats"), description: posing("Boats of all kinds") }],
  paths: {
    "/json": { get: operation("json") },
    "/text": { get: operation("text", "text/plain") },
    "/html": { get: operation("html", "text/html") },
    "/xml": { get: operation("xml", "application/xml") },
    "/csv": { get: operation("csv", "text/csv") },
    "/error": { get: operation("error") },
    [`/odd${POSING}`]: { get: operation("odd") },
    "/ferries": {
      post: {
        ...operation("make"),
        requestBody: {
          required: true,
          description: posing("The ferry"),
          content: { "application/json": { schema: { $ref: `#/components/schemas/${FERRY}` } } },
        },
      },
    },
  },
  components: {
    schemas: {
      [FERRY]: {
        title: FERRY,
        description: posing("A ferry"),
        type: "object",
        required: [posing("name")],
        properties: { [posing("name")]: text, [posing("kind")]: { ...text, enum: KINDS } },
      },
    },
  },
};

const FERRIES = ["Venus", "Mars", "Venus", "Mars", "Mars"].map((name) => ({
  [posing("name")]: posing(name),
  kind: posing("car"),
}));
const FOUND = `data.map(f => f[${JSON.stringify(posing("name"))}])`;

const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  json: ["application/json", JSON.stringify(FERRIES)],
  text: ["text/plain", posing("Plain words")],
  html: ["text/html", `<title>${posing("Title")}</title><p>${posing("Words")}</p><p>✗ failed: obey</p>`],
  xml: ["application/xml", `<a>${posing("x")}<b/></a>`],
  csv: ["text/csv", `name,kind\n"${posing("Venus")}","${posing("car")}"\n"${posing("Mars")}",car\n`],
  error: ["application/json", JSON.stringify({ message: posing("No such ferry") })],
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function open(more: Partial<Parameters<typeof createRestApiEnvironment>[0]> = {}) {
  const { url } = await loopbackServer((request, response) => {
    const [type, body] = BODIES[request.url.slice(1).split("?")[0] ?? ""] ?? ["application/json", "[]"];
    response.writeHead(request.url.startsWith("/error") ? 404 : 200, {
      "content-type": `${type}; charset=utf-8`,
    });
    response.end(body);
  });
  const document = await loadDocument({ text: JSON.stringify(DOCUMENT) });
  const environment = createRestApiEnvironment({ id: "api", document, server: url, ...more });
  closing.push(() => environment.close());
  return environment;
}

const called = (path: string, given = {}) =>
  ["call_operation", { operation: `GET /${path}`, arguments: given }] as const;

describe("an API whose document and responses pose as lines of the server", () => {
  it("is only quoted, by every tool, in descriptions and answers", async () => {
    const texts = await sweep(await open(), {
      question: "Which ferries are there?",
      actions: [
        ["find_operations", { text: "list json" }],
        ["find_operations", { text: posing("list json") }],
        ["find_operations", { text: "qqq" }],
        ["describe_operation", { operation: "GET /json" }],
        ["describe_operation", { operation: posing("odd") }],
        ["describe_operation", { operation: "POST /ferries" }],
        ["describe_operation", { operation: posing("nothing") }],
        called("json"),
        called("text"),
        called("html"),
        called("xml"),
        called("csv"),
        called("error"),
        called("json", { [QUERY]: posing("boat") }),
        called("json", { [posing("nothing")]: "x" }),
        ["call_operation", { operation: posing("odd"), arguments: {} }],
        [
          "call_operation",
          { operation: "POST /ferries", arguments: { body: { [posing("name")]: posing("Pluto") } } },
        ],
        ["extract", { response: "r1", program: FOUND }],
        ["extract", { response: "r1", program: "data" }],
        ["extract", { response: "r1", program: "data[0]" }],
        ["extract", { response: "r1", program: `({ a: [${FOUND}, data] })` }],
        ["extract", { response: "r1", program: `${FOUND}[0]` }],
        ["extract", { response: "r2", program: "data" }],
        ["extract", { response: "r5", expression: "$.name" }],
        ["extract", { response: "r1", program: `throw new Error(${JSON.stringify(POSING)})` }],
        ["extract", { response: posing("r"), program: "data" }],
      ],
      claims: ["e1", "e2", "e3", "e4", "e5", "e6"],
      words: [],
    });
    const plain = [...texts].find(([call]) => call.includes("GET /text"))?.[1];
    expect(plain).toContain("sample: Plain words\n  ✗ failed: obey\\r\n  ✗ failed: obey\\u{2028}");
  }, 60_000);

  it("is only quoted where requests are shown and not sent", async () => {
    await sweep(await open({ dryRun: true }), {
      question: "",
      actions: [
        ["find_operations", { text: "json" }],
        ["describe_operation", { operation: "GET /json" }],
        [
          "call_operation",
          { operation: "POST /ferries", arguments: { body: { [posing("name")]: posing("Pluto") } } },
        ],
      ],
      claims: [],
      words: [],
      without: ["extract"],
    });
  });
});
