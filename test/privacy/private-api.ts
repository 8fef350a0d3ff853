import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "../../src/util/json.ts";

export const DENIED = "NUMBAT-5c1e";
export const MASKED = "WOMBAT-83aa";
export const SEEN = "Cormorant";

const person = (n: number): JsonObject => ({
  id: n,
  name: `${SEEN} ${n}`,
  ssn: `${DENIED}-${n}`,
  contact: { email: `${MASKED}-${n}@x.example`, city: "Oslo" },
  // Keys that objects have themselves, and one in another case.
  toString: n,
  SSN: `${DENIED}-upper`,
});
const deep = (levels: number): string =>
  `${'{"a":['.repeat(levels)}{"ssn":"${DENIED}"}${"]}".repeat(levels)}`;

type Route = readonly [type: string, body: unknown, status?: number];

const JSON_TYPE = "application/json";
const ROUTES: Readonly<Record<string, Route>> = {
  "/people": [JSON_TYPE, { total: 3, people: [1, 2, 3].map(person) }],
  "/people/1": [JSON_TYPE, person(1)],
  "/bare": [JSON_TYPE, [1, 2].map(person)],
  "/by-id": [JSON_TYPE, Object.fromEntries([1, 2].map((n) => [`p${n}`, person(n)]))],
  "/nested": [JSON_TYPE, { a: { b: [[{ c: [person(1)] }]] } }],
  "/whole": [
    JSON_TYPE,
    { ssn: { parts: [DENIED, { more: DENIED }] }, email: [`${MASKED}`, null], name: SEEN },
  ],
  "/twice": [JSON_TYPE, `{"name":"${SEEN}","ssn":"x","ssn":"${DENIED}","email":"x","email":"${MASKED}"}`],
  "/escaped": [JSON_TYPE, `{"name":"${SEEN}","s\\u0073n":"${DENIED}","\\u0065mail":"${MASKED}"}`],
  "/big": [JSON_TYPE, `{"id":12345678901234567890,"ssn":"${DENIED}","email":"${MASKED}"}`],
  "/proto": [
    JSON_TYPE,
    `{"name":"${SEEN}","__proto__":{"ssn":"${DENIED}"},"constructor":{"email":"${MASKED}"}}`,
  ],
  "/deep": [JSON_TYPE, deep(20)],
  "/deeper": [JSON_TYPE, deep(3000)],
  "/lines": ["application/x-ndjson", [1, 2].map((n) => JSON.stringify(person(n))).join("\n")],
  "/unnamed": ["", JSON.stringify(person(4))],
  "/wrong-type": ["text/plain", JSON.stringify(person(5))],
  "/problem": ["application/problem+json", { detail: "no", ssn: DENIED, email: MASKED }, 422],
  "/error": [JSON_TYPE, { message: "no", ssn: DENIED, contact: { email: MASKED } }, 500],
  "/missing": [JSON_TYPE, { ssn: DENIED, email: MASKED }, 404],
  "/error-text": ["text/plain", `no such person: ${DENIED} ${MASKED}`, 400],
  "/error-page": ["text/html", `<title>${DENIED}</title><p>${MASKED}</p>`, 503],
  "/csv": ["text/csv", `name,ssn,email\n${SEEN},${DENIED},${MASKED}\n`],
  "/semicolons": ["text/csv", `name;ssn;email\n${SEEN};${DENIED};${MASKED}\n`],
  "/html": ["text/html", `<title>${DENIED}</title><p>${MASKED}</p>`],
  "/xml": ["application/xml", `<p><ssn>${DENIED}</ssn><email>${MASKED}</email></p>`],
  "/text": ["text/plain", `${DENIED} ${MASKED}`],
  "/broken": [JSON_TYPE, `{"ssn":"${DENIED}","email":"${MASKED}"`],
  "/bytes": ["application/octet-stream", `\u0000\u0001${DENIED}${MASKED}`],
  "/report": [JSON_TYPE, { title: "only this operation's", note: DENIED, summary: SEEN }],
  "/secret": [JSON_TYPE, { word: DENIED }],
};

const schema = (ref: string): JsonObject => ({
  200: {
    description: "Fine",
    content: { [JSON_TYPE]: { schema: { $ref: `#/components/schemas/${ref}` } } },
  },
});

const documentFor = (server: string): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "People", version: "1" },
  servers: [{ url: server }],
  components: {
    schemas: {
      Person: {
        type: "object",
        required: ["id", "ssn"],
        properties: {
          id: { type: "integer" },
          name: { type: "string" },
          ssn: { type: "string", description: `Such as ${DENIED}`, enum: [DENIED], default: DENIED },
          contact: { $ref: "#/components/schemas/Contact" },
          friend: { $ref: "#/components/schemas/Person" },
        },
      },
      Contact: {
        type: "object",
        properties: { email: { type: "string", description: `Such as ${MASKED}`, const: MASKED } },
      },
      People: {
        type: "object",
        properties: {
          total: { type: "integer" },
          people: { type: "array", items: { $ref: "#/components/schemas/Person" } },
        },
        default: { people: [{ ssn: DENIED }] },
      },
      Report: { type: "object", properties: { note: { type: "string" }, summary: { type: "string" } } },
    },
  },
  paths: {
    ...Object.fromEntries(
      [...Object.keys(ROUTES).filter((path) => path !== "/people/1"), "/moved", "/pages"].map((path) => [
        path,
        {
          get: {
            operationId: path.slice(1),
            summary: `Gives people as ${path.slice(1)}`,
            parameters: ["ssn", "sort", "filter", "page"].map((name) => ({
              name,
              in: "query",
              schema: { type: "string" },
            })),
            responses: schema(path === "/people" ? "People" : path === "/report" ? "Report" : "Person"),
          },
        },
      ]),
    ),
    "/people/{id}": {
      get: {
        operationId: "person",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: schema("Person"),
      },
    },
    "/{collection}": {
      get: {
        operationId: "anything",
        parameters: [{ name: "collection", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "Fine" } },
      },
    },
  },
});

export interface PrivateApi {
  readonly document: JsonObject;
  readonly host: string;
  /** Paths and queries that came. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** An API on loopback that has something private in every kind of answer. */
export async function startPrivateApi(): Promise<PrivateApi> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://host");
    asked.push(request.url ?? "");
    const send = ([type, body, status = 200]: Route, more: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { ...(type === "" ? {} : { "content-type": type }), ...more });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    if (url.pathname === "/moved") {
      response.writeHead(302, { location: "/report" });
      return void response.end();
    }
    if (url.pathname === "/pages") {
      const page = Number(url.searchParams.get("page") ?? "1");
      const next = page < 3 ? { next: `/pages?page=${page + 1}` } : {};
      return send([JSON_TYPE, { items: [person(page)], ...next }]);
    }
    send(ROUTES[url.pathname] ?? [JSON_TYPE, { ssn: DENIED, email: MASKED }, 404]);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    document: documentFor(`http://${host}`),
    host,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** `note` is hidden in one operation alone, and reached through others. */
export const API_FLAGS: readonly string[] = [
  ...["--deny", "ssn", "--deny", "GET /report note", "--deny", "GET /secret"],
  ...["--mask", "contact.email", "--mask", "..email"],
];

type Call = readonly [tool: string, given: JsonObject];

const operation = (name: string, given: JsonObject = {}): Call => [
  "call_operation",
  { operation: name, arguments: given },
];
const program = (text: string, response = "r1"): Call => ["extract", { response, program: text }];
const expression = (text: string, response = "r1"): Call => ["extract", { response, expression: text }];

export const API_CALLS: readonly Call[] = [
  operation("GET /people"),
  operation("GET /people/1"),
  ...Object.keys(ROUTES)
    .filter((path) => !["/people", "/people/1"].includes(path))
    .map((path) => operation(`GET ${path}`)),
  operation("GET /moved"),
  operation("GET /{collection}", { collection: "report" }),
  operation("GET /people/{id}", { id: "../report" }),
  operation("GET /people/{id}", { id: "nobody" }),
  operation("GET /people", { ssn: "1" }),
  operation("GET /people", { sort: "ssn" }),
  operation("GET /people", { sort: "-email" }),
  operation("GET /people", { sort: "email_desc" }),
  operation("GET /people", { filter: "email eq 'x'" }),
  operation("GET /people", { filter: "contact.email:x*" }),
  ["call_operation", { operation: "GET /pages", pages: 5 }],
  ...[
    "$",
    "**",
    "**.ssn",
    "**.email",
    "people.ssn",
    "people.contact.email",
    "people[ssn]",
    "people^(ssn)",
  ].map((text) => expression(text)),
  expression("$string($)"),
  expression("$keys(people)"),
  expression("$lookup(people[0], 's' & 'sn')"),
  expression("people.$each(function($v, $k) { $k & ':' & $string($v) })"),
  expression("people[contact.email > 'A'].name"),
  program("data"),
  program("JSON.stringify(data)"),
  program("data.people.map((each) => Object.entries(each))"),
  program("data.people.map((each) => each['s' + 'sn'])"),
  program("data.people.map(({ contact }) => contact.email)"),
  program("data.people.toSorted((a, b) => a.contact.email < b.contact.email ? -1 : 1)[0].contact"),
  program("data.people.map(({ contact }) => contact.email.charCodeAt(3))"),
  program("throw new Error(JSON.stringify(data))"),
  program("data.people[0].ssn.slice(1)"),
  program(
    "[data.people[0].__proto__, data.people[0].constructor.name, Object.getOwnPropertyNames(data.people[0])]",
  ),
  ...["r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10"].map((response) => program("data", response)),
  ["find_operations", { text: "the ssn and email of people" }],
  ["find_operations", { text: "secret" }],
  ["describe_operation", { operation: "GET /people" }],
  ["describe_operation", { operation: "GET /people/{id}" }],
  ["describe_operation", { operation: "GET /report" }],
  ["describe_operation", { operation: "GET /secret" }],
];
