import { expect, test } from "vitest";
import { loopbackServer, sendJson } from "../../http/loopback-server.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

const film = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };
const page = { type: "object", properties: { results: { type: "array", items: film } } };
const PATHS = apiPaths({
  "GET /search/films ?query!": { summary: "Search films by title", returns: page },
  "GET /films/{film_id:integer}": { summary: "Details of a film", returns: film },
});

async function films(seen?: (value: string) => boolean) {
  const server = await loopbackServer((request, response) =>
    sendJson(
      response,
      request.url.startsWith("/search") ? { results: [{ id: 1597, title: "Ferry 42" }] } : { id: 1597 },
    ),
  );
  const made = await serverEnvironment(server.url, PATHS);
  return { ...made, server, context: seen === undefined ? {} : { seen } };
}

test("an id that occurs nowhere was made up: where it could come from is said, and nothing is sent", async () => {
  const { call, server, context } = await films(() => false);
  const { failure } = await call("GET /films/{film_id}", { film_id: 597 }, { context });
  expect(failure).toMatchObject({
    code: "untraced-argument",
    part: { argument: "film_id", text: "597" },
    suggestions: [{ text: "GET /search/films" }],
  });
  expect(server.seen).toEqual([]);
});

test("an id from the question is taken", async () => {
  const { call, context } = await films((value) => value === "597");
  expect((await call("GET /films/597", {}, { context })).failure).toBeUndefined();
});

test("an id from a response is taken, a part of one is not", async () => {
  const { call, context } = await films(() => false);
  const found = await call("GET /search/films", { query: "ferry" }, { context });
  if (found.failure) throw new TypeError(found.failure.message);
  const { workspace } = found;
  const taken = await call("GET /films/{film_id}", { film_id: 1597 }, { workspace, context });
  expect(taken.failure).toBeUndefined();
  const part = await call("GET /films/{film_id}", { film_id: 597 }, { workspace, context });
  expect(part.failure?.code).toBe("untraced-argument");
});

test("a small number is traced to where it is an id, not to any page or count", async () => {
  const server = await loopbackServer((request, response) =>
    sendJson(
      response,
      request.url.startsWith("/search")
        ? { page: 1, total: 2, results: [{ id: 12, title: "Ferry 3" }] }
        : { id: 12 },
    ),
  );
  const { call } = await serverEnvironment(server.url, PATHS);
  // What the environment has shown itself holds 1, 2 and 3 as well.
  const context = { seen: (_: string, outside?: string) => outside === undefined };
  const found = await call("GET /search/films", { query: "ferry" }, { context });
  if (found.failure) throw new TypeError(found.failure.message);
  const { workspace } = found;
  const codes = [];
  for (const film_id of [1, 2, 3, 12]) {
    codes.push((await call("GET /films/{film_id}", { film_id }, { workspace, context })).failure?.code);
  }
  expect(codes).toEqual(["untraced-argument", "untraced-argument", "untraced-argument", undefined]);
});

test("an id that a server wrote with escaped slashes is the same id, and an empty one is no id", async () => {
  const server = await loopbackServer((_, response) => sendJson(response, '{"id":"films\\/7"}'));
  const paths = apiPaths({
    "GET /films": { returns: { type: "object", properties: { id: { type: "string" } } } },
    "GET /films/credits ?film_id!": { returns: film },
  });
  const { call } = await serverEnvironment(server.url, paths);
  const context = { seen: () => false };
  const found = await call("GET /films", {}, { context });
  if (found.failure) throw new TypeError(found.failure.message);
  const { workspace } = found;
  for (const film_id of ["films/7", ""]) {
    expect((await call("GET /films/credits", { film_id }, { workspace, context })).failure).toBeUndefined();
  }
  const made = await call("GET /films/credits", { film_id: "films/8" }, { workspace, context });
  expect(made.failure?.code).toBe("untraced-argument");
});

test("what the person chooses, such as words to search for, need not be traced", async () => {
  const { call, context } = await films(() => false);
  expect((await call("GET /search/films", { query: "anything" }, { context })).failure).toBeUndefined();
});
