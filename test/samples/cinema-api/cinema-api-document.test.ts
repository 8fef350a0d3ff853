import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CinemaApi,
  createCinemaApp,
  startCinemaApi,
} from "../../../src/samples/cinema/api/create-cinema-app.ts";
import { type Answered, cinemaCaller } from "./cinema-caller.ts";
import { documentedOperations, undocumented } from "./documented-answers.ts";
import { goodCalls, refusedCalls } from "./operation-calls.ts";

let api: CinemaApi;
let call: (line: string, body?: unknown) => Promise<Answered>;

beforeAll(async () => {
  api = await startCinemaApi();
  call = cinemaCaller(api);
});
afterAll(() => api.close());

const complaints = (id: string, { status, headers, body }: Answered) =>
  undocumented(id, status, headers.get("content-type"), body);

/** A path with ids that stand for nothing. */
const nowhere = (path: string) =>
  path
    .replace("{folder}", "films")
    .replace("{file_name}", "none.jpg")
    .replaceAll(/\{\w+\}/g, "999999");

/** What the schemas ask for, so that a call fails for its id and nothing else. */
const queries: Readonly<Record<string, string>> = { getCinemaScreenings: "?date=2025-03-01" };
const bodies: Readonly<Record<string, unknown>> = {
  renameList: { name: "Other" },
  addFilmToList: { film_id: 11087 },
  writeReview: { content: "Good." },
  editReview: { content: "Good." },
  rateFilm: { value: 5 },
  changeRating: { value: 5 },
};

describe("the document of the sample API", () => {
  test("has at least 55 operations, each with an id of its own and words about it", () => {
    expect(documentedOperations.length).toBeGreaterThanOrEqual(55);
    expect(new Set(documentedOperations.map(({ id }) => id)).size).toBe(documentedOperations.length);
    for (const { id, operation } of documentedOperations)
      expect([
        id,
        operation.tags.length,
        operation.summary !== "",
        operation.description.length > 10,
      ]).toEqual([id, 1, true, true]);
  });

  test("describes every parameter that a path names", () => {
    const inPaths = documentedOperations.flatMap(({ id, path, operation }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const text = JSON.stringify(operation.parameters ?? []);
      return named
        .filter((name) => {
          const shared = `#/components/parameters/${pascal(name ?? "")}"`;
          return !text.includes(shared) && !text.includes(`"name":"${name}","in":"path"`);
        })
        .map((name) => `${id} ${name}`);
    });
    expect(inPaths).toEqual([]);
  });

  test("names the server that it was asked at", async () => {
    expect(api.documentUrl).toBe(`${api.url}/openapi.json`);
    const { body } = await call("GET /openapi.json");
    expect(body).toMatchObject({ openapi: "3.1.0", servers: [{ url: api.url }] });
  });

  test("has the same operations as the server has routes", () => {
    const routes = createCinemaApp({ token: "t" }).routes.filter(
      ({ method, path }) => method !== "ALL" && path !== "/openapi.json",
    );
    const routed = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    const documented = documentedOperations.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    );
    expect([...routed].sort()).toEqual(documented.sort());
  });
});

describe("the operations of the sample API", () => {
  test("have a call that succeeds each, and answer it as documented", async () => {
    const wrong: string[] = [];
    for (const [id, line, body] of goodCalls) {
      const answer = await call(line, body);
      if (answer.status >= 300) wrong.push(`${line} ${answer.status} ${JSON.stringify(answer.body)}`);
      if (isEmpty(answer.body)) wrong.push(`${line} is empty`);
      wrong.push(...complaints(id, answer));
    }
    expect(wrong).toEqual([]);
    const called = new Set(goodCalls.map(([id]) => id));
    expect(documentedOperations.filter(({ id }) => !called.has(id)).map(({ id }) => id)).toEqual([]);
    expect(Object.keys(api.requests()).sort()).toEqual([...called].sort());
  });

  test("refuse a query parameter that they do not know", async () => {
    for (const { id, method, path } of documentedOperations) {
      const answer = await call(`${method} ${nowhere(path)}?colour=red`);
      expect([id, answer.status, answer.body["error"]["field"]]).toEqual([id, 422, "colour"]);
      expect(complaints(id, answer)).toEqual([]);
    }
  });

  test("say that there is nothing under an unknown id", async () => {
    const withIds = documentedOperations.filter(({ path }) => path.includes("{"));
    for (const { id, method, path } of withIds) {
      const answer = await call(`${method} ${nowhere(path)}${queries[id] ?? ""}`, bodies[id]);
      expect([id, answer.status]).toEqual([id, 404]);
      expect(complaints(id, answer)).toEqual([]);
    }
    expect(withIds.length).toBeGreaterThan(30);
  });

  test("refuse bodies that are no JSON or too large", async () => {
    const withBodies = documentedOperations.filter(({ operation }) => operation.requestBody !== undefined);
    for (const { id, method, path } of withBodies)
      for (const [body, status] of [
        ["", 400],
        ["{", 400],
        ["[]", 422],
        [`{"name":"${"x".repeat(66_000)}"}`, 413],
      ] as const) {
        const answer = await call(`${method} ${nowhere(path)}`, body);
        expect([id, body.length, answer.status]).toEqual([id, body.length, status]);
        expect(complaints(id, answer)).toEqual([]);
      }
    expect(withBodies.length).toBeGreaterThan(8);
  });

  test("need a token exactly where the document says so", async () => {
    for (const { id, method, path, operation } of documentedOperations)
      for (const token of [null, "wrong"]) {
        const answer = await cinemaCaller(api, token)(`${method} ${nowhere(path)}`);
        expect([id, answer.status === 401]).toEqual([id, operation.security !== undefined]);
        if (answer.status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
        if (answer.status === 401) expect(complaints(id, answer)).toEqual([]);
      }
  });

  test.each([...refusedCalls])("%s answers %i to %s", async (id, status, line, body) => {
    const answer = await call(line, body);
    expect(answer.status).toBe(status);
    expect(complaints(id, answer)).toEqual([]);
  });
});

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** An answer that would show nothing about its entries: no list of it holds any. */
function isEmpty(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const lists = Object.values(body).filter((value) => Array.isArray(value));
  return lists.length > 0 && lists.every((list) => list.length === 0);
}
