import { expect, test } from "vitest";
import { loopbackServer, sendJson } from "../../http/loopback-server.ts";
import { serverEnvironment } from "../server-environment.ts";

const text = { type: "string" };
const inPath = (name: string, more = {}) => ({ name, in: "path", required: true, schema: text, ...more });
const responses = { 200: { description: "ok" } };
const PATHS = {
  "/files/{id}": {
    get: { parameters: [inPath("id"), { name: "X-Note", in: "header", schema: text }], responses },
  },
  "/files/{id}/parts/{part}": { get: { parameters: [inPath("id"), inPath("part")], responses } },
  "/pairs/{a}{b}": { get: { parameters: [inPath("a"), inPath("b")], responses } },
  "/lists/{ids}": {
    get: { parameters: [inPath("ids", { schema: { type: "array", items: text } })], responses },
  },
};

test.each([
  ["GET /files/{id}", { id: ".." }, "id"],
  ["GET /files/{id}", { id: "." }, "id"],
  ["GET /files/{id}", { id: "" }, "id"],
  ["GET /files/{id}", { id: "../../admin" }, "id"],
  ["GET /files/{id}", { id: "a/../../admin" }, "id"],
  ["GET /files/{id}", { id: "..\\admin" }, "id"],
  ["GET /files/{id}", { id: "%2e%2e" }, "id"],
  ["GET /files/{id}", { id: "%2E%2E%2Fadmin" }, "id"],
  ["GET /files/{id}", { id: "..%2fadmin" }, "id"],
  ["GET /files/{id}", { id: "%252e%252e%252fadmin" }, "id"],
  ["GET /files/{id}", { id: "..;x=1" }, "id"],
  ["GET /files/{id}/parts/{part}", { id: "7", part: "x/.." }, "part"],
  ["GET /pairs/{a}{b}", { a: ".", b: "." }, "a"],
  ["GET /lists/{ids}", { ids: ["a/..", "b"] }, "ids"],
  ["GET /files/../admin", {}, undefined],
  ["GET /files/..%2f..%2fadmin", {}, undefined],
  ["GET /files/{id}", { id: "7", "X-Note": "a\r\nX-Admin: 1" }, "X-Note"],
  ["GET /files/{id}", { id: "7", "X-Note": "a\nb" }, "X-Note"],
  ["GET /files/{id}", { id: "7", "X-Note": "a\u0000" }, "X-Note"],
])("%s is not called with %j", async (operation, given, argument) => {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  const { call } = await serverEnvironment(server.url, PATHS);
  const { failure } = await call(operation, given);
  expect(server.seen).toEqual([]);
  if (argument === undefined) expect(failure?.code).toMatch(/^(?:invalid-arguments|unknown-operation)$/u);
  else expect(failure).toMatchObject({ code: "invalid-arguments", part: { argument } });
});

test.each([
  ["v1.2", "/files/v1.2"],
  ["...", "/files/..."],
  ["a/b?c#d", "/files/a%2Fb%3Fc%23d"],
  ["..a", "/files/..a"],
  ["%41", "/files/%2541"],
])("a path value that leads nowhere else is sent: %s", async (id, path) => {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  const { call } = await serverEnvironment(server.url, PATHS);
  expect((await call("GET /files/{id}", { id })).failure).toBeUndefined();
  expect(server.seen.map(({ url }) => url)).toEqual([path]);
});
