import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cinemaApiDocument } from "../../../src/samples/cinema/api/cinema-api-document.ts";
import {
  type CinemaApi,
  createCinemaApp,
  startCinemaApi,
} from "../../../src/samples/cinema/api/create-cinema-app.ts";
import { type Answered, cinemaCaller } from "./cinema-caller.ts";

interface Documented {
  readonly operationId: string;
  readonly requestBody?: unknown;
  readonly security?: unknown;
}
const { paths } = cinemaApiDocument("http://127.0.0.1") as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
};
const documented = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId: id, ...operation }]) => ({
    ...{ id, path, method: method.toUpperCase(), operation },
  })),
);

let api: CinemaApi;
let call: (line: string, body?: unknown) => Promise<Answered>;

beforeAll(async () => {
  api = await startCinemaApi();
  call = cinemaCaller(api);
});
afterAll(() => api.close());

/** A path with ids that stand for nothing. */
const nowhere = (path: string) => path.replaceAll(/\{\w+\}/g, "999999");

/** What the schemas ask for, so that a call fails for its id and nothing else. */
const queries: Readonly<Record<string, string>> = { getCinemaScreenings: "?date=2025-03-01" };
const bodies: Readonly<Record<string, unknown>> = {
  renameList: { name: "Other" },
  addFilmToList: { film_id: 11087 },
  writeReview: { content: "Good." },
};

describe("the document of the sample API", () => {
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
    const all = documented.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`);
    expect([...routed].sort()).toEqual(all.sort());
  });
});

describe("the operations of the sample API", () => {
  test("refuse a query parameter that they do not know", async () => {
    for (const { id, method, path } of documented) {
      const { status, body } = await call(`${method} ${nowhere(path)}?colour=red`);
      expect([id, status, body["error"]["field"]]).toEqual([id, 422, "colour"]);
    }
  });

  test("say that there is nothing under an unknown id", async () => {
    for (const { id, method, path } of documented.filter((each) => each.path.includes("{"))) {
      const { status, body } = await call(`${method} ${nowhere(path)}${queries[id] ?? ""}`, bodies[id]);
      expect([id, status, body["error"]["code"]]).toEqual([id, 404, "not_found"]);
    }
  });

  test("refuse bodies that are no JSON or too large", async () => {
    for (const { id, method, path } of documented.filter(({ operation }) => operation.requestBody))
      for (const [body, status] of [
        ["", 400],
        ["{", 400],
        ["[]", 422],
        [`{"name":"${"x".repeat(66_000)}"}`, 413],
      ] as const) {
        const answer = await call(`${method} ${nowhere(path)}`, body);
        expect([id, body.length, answer.status]).toEqual([id, body.length, status]);
      }
  });

  test("need a token exactly where the document says so", async () => {
    for (const { id, method, path, operation } of documented)
      for (const token of [null, "wrong"]) {
        const { status, headers } = await cinemaCaller(api, token)(`${method} ${nowhere(path)}`);
        expect([id, status === 401]).toEqual([id, operation.security !== undefined]);
        if (status === 401) expect(headers.get("www-authenticate")).toBe("Bearer");
      }
  });
});
