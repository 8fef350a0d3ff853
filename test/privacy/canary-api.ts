import { createRestApiEnvironment } from "../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../src/environments/rest-api/document/load-document.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { loopbackServer } from "../environments/http/loopback-server.ts";

const list = (type: string) => ({
  200: {
    description: "Fine",
    content: {
      [type]: {
        schema: {
          type: "array",
          items: {
            type: "object",
            properties: { id: { type: "integer" }, name: { type: "string" }, kind: { type: "string" } },
          },
        },
      },
    },
  },
});

const KINDS = ["json", "text", "html", "xml", "csv", "error", "odd"];
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Ferries", version: "1" },
  paths: Object.fromEntries(
    KINDS.map((kind) => [
      `/${kind}`,
      {
        get: {
          operationId: kind,
          summary: `Lists ferries as ${kind}`,
          parameters: [{ name: "query", in: "query", schema: { type: "string" } }],
          responses: list(kind === "csv" ? "text/csv" : "application/json"),
        },
      },
    ]),
  ),
};

const FERRIES = [1, 2, 3, 4, 5, 6].map((n) => ({
  id: 770000 + n,
  name: `Canary ${n}`,
  kind: `canary-${n % 2}`,
  built: `295${n}-01-01`,
  [`canary${n}`]: { weight: 77000.5, open: null },
}));

const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  json: ["application/json", JSON.stringify(FERRIES)],
  text: ["text/plain", "Canary words\nand canary 770001 more"],
  html: ["text/html", "<title>Canary title</title><p>Canary words</p>"],
  xml: ["application/xml", "<a>canary<b>770001</b></a>"],
  csv: ["text/csv", "name,kind\nCanary 1,canary-a\nCanary 2,canary-a\nCanary 3,canary-b\n"],
  error: ["application/json", JSON.stringify({ message: "No such ferry: Canary 9" })],
  odd: ["application/json", '{"canary": '],
};

/** An API whose every response is made of canaries. */
export async function canaryApi() {
  const { url } = await loopbackServer((request, response) => {
    const [type, body] = BODIES[request.url.slice(1).split("?")[0] ?? ""] ?? ["application/json", "[]"];
    response.writeHead(request.url.startsWith("/error") ? 404 : 200, {
      "content-type": `${type}; charset=utf-8`,
    });
    response.end(body);
  });
  const document = await loadDocument({ text: JSON.stringify(DOCUMENT) });
  return createRestApiEnvironment({ id: "api", document, server: url });
}

const call = (name: string): readonly [string, JsonObject] => [
  "call_operation",
  { operation: `GET /${name}`, arguments: { query: "cnary" } },
];
const extract = (given: JsonObject): readonly [string, JsonObject] => [
  "extract",
  { response: "r1", ...given },
];

export const ACTIONS: readonly (readonly [tool: string, given: JsonObject])[] = [
  ["find_operations", { text: "list ferries" }],
  ["describe_operation", { operation: "GET /json" }],
  ...KINDS.map(call),
  extract({ expression: "name" }),
  extract({ program: "data" }),
  extract({ program: "data.map(({ id, name }) => ({ id, name }))" }),
  extract({ program: "data[0].name" }),
  extract({ program: "data[0].id" }),
  extract({ program: "Object.fromEntries(data.map(({ id, name }) => [name, id]))" }),
  extract({ program: "data.map(({ name }) => name).join(' and ')" }),
  extract({ program: "throw new Error(data[0].name)" }),
  extract({ program: "data.nothing.more" }),
  extract({ expression: "$number(name)" }),
  ["extract", { response: "r2", program: "data" }],
  ["call_operation", { operation: "GET /nothing" }],
];
