import LinkHeader from "http-link-header";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FuxiError } from "../../../src/errors/fuxi-error.ts";
import { type CinemaApi, startCinemaApi } from "../../../src/samples/cinema/api/create-cinema-app.ts";
import { createCinemaWorld } from "../../../src/samples/cinema/create-cinema-world.ts";
import { type Answered, cinemaCaller, idsOf, type Paged } from "./cinema-caller.ts";

const world = createCinemaWorld();
let api: CinemaApi;
let call: (line: string, body?: unknown) => Promise<Answered>;

beforeAll(async () => {
  api = await startCinemaApi();
  call = cinemaCaller(api);
});
afterAll(() => api.close());

describe("the pages of the sample API", () => {
  test("by number give everything once, and nothing after the last", async () => {
    const seen: number[] = [];
    const pageOf = async (page: number): Promise<Paged> =>
      (await call(`GET /films/upcoming?page=${page}`)).body;
    const { total_pages, total_results } = await pageOf(1);
    for (let page = 1; page <= total_pages; page++) seen.push(...idsOf(await pageOf(page)));
    expect(seen.length).toBe(total_results);
    expect(new Set(seen)).toEqual(
      new Set(world.films.filter(({ status }) => status === "post-production").map(({ id }) => id)),
    );
    expect(await pageOf(total_pages + 1)).toEqual({
      page: total_pages + 1,
      results: [],
      total_pages,
      total_results,
    });
  });

  test("by cursor give everything once, though a review is written in between", async () => {
    const seen: number[] = [];
    let cursor: string | null = null;
    let written: number | undefined;
    do {
      const query: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { body } = await call(`GET /reviews?limit=50${query}`);
      const { reviews, next_cursor } = body as { reviews: { id: number }[]; next_cursor: string | null };
      seen.push(...reviews.map(({ id }) => id));
      cursor = next_cursor;
      written ??= (await call("POST /films/11087/reviews", { content: "In between." })).body["id"];
    } while (cursor !== null);
    expect(seen.length).toBe(world.reviews.length);
    expect(new Set(seen)).toEqual(new Set(world.reviews.map(({ id }) => id)));
    expect(seen).not.toContain(written);
  });

  test("by Link header lead on to the end and back, and keep the filter", async () => {
    const countryOf = new Map(world.cities.map((city) => [city.id, city.countryCode]));
    const french = world.studios.filter(({ cityId }) => countryOf.get(cityId) === "FR");
    const seen: string[] = [];
    let next: string | undefined = `${api.url}/studios?country=FR&limit=2`;
    let last: Answered | undefined;
    while (next !== undefined) {
      last = await call(`GET ${next.slice(api.url.length)}`);
      seen.push(...(last.body as { name: string }[]).map(({ name }) => name));
      next = LinkHeader.parse(last.headers.get("link") ?? "").rel("next")[0]?.uri;
    }
    expect(seen.length).toBe(french.length);
    expect(new Set(seen)).toEqual(new Set(french.map(({ name }) => name)));
    expect(last?.headers.get("x-total-count")).toBe(String(french.length));
    const back = LinkHeader.parse(last?.headers.get("link") ?? "").rel("prev")[0]?.uri ?? "";
    expect((await call(`GET ${back.slice(api.url.length)}`)).body).toHaveLength(2);
    expect(french.length).toBeGreaterThan(2);
  });
});

describe("the sample API over HTTP", () => {
  test("answers unknown paths in JSON, and says which methods a path takes", async () => {
    for (const path of ["/", "/film/11087", "/films/11087/", "/films/11087/actors", "/my"]) {
      const { status, body } = await call(`GET ${path}`);
      expect([path, status, body["error"]["code"]]).toEqual([path, 404, "not_found"]);
    }
    for (const [line, allow] of [
      ["DELETE /films/11087", "GET"],
      ["GET /films/query", "POST"],
      ["POST /films/popular", "GET"],
      ["GET /lists", "POST"],
      ["PUT /lists/7001", "GET, PATCH, DELETE"],
      ["POST /openapi.json", "GET"],
    ] as const) {
      const answer = await call(line, line.startsWith("GET") ? undefined : {});
      expect([line, answer.status, answer.headers.get("allow")]).toEqual([line, 405, allow]);
      expect(answer.body["error"]["code"]).toBe("method_not_allowed");
    }
  });

  test("takes bodies up to 64 kB, and no larger one, whether or not the length is announced", async () => {
    const padded = (bytes: number) => '{"genre_ids":[6]}'.padEnd(bytes);
    expect((await call("POST /films/query", padded(65_536))).status).toBe(200);
    expect((await call("POST /films/query", padded(65_537))).status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 9; i++) controller.enqueue(new TextEncoder().encode(" ".repeat(8_192)));
        controller.close();
      },
    });
    const response = await fetch(`${api.url}/films/query`, {
      method: "POST",
      body: stream,
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test("names the property of a body that is at fault", async () => {
    const fields = [
      [{ genre: 6 }, "genre"],
      [{ page: 0 }, "page"],
      [{ genre_ids: ["Drama"] }, "genre_ids"],
    ] as const;
    for (const [body, field] of fields)
      expect((await call("POST /films/query", body)).body["error"]["field"]).toBe(field);
    expect((await call("POST /lists", {})).body["error"]).toEqual({
      code: "invalid_input",
      message: "name is required.",
      field: "name",
    });
  });

  test("exports box office as CSV that quotes commas and leaves unknown numbers empty", async () => {
    const { headers, body } = await call("GET /exports/box-office?year=2007");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = String(body).split("\r\n");
    expect(lines[0]).toBe("film_id,title,release_date,country,studio,budget_eur,revenue_eur");
    const films = world.films.filter(({ releaseDate }) => releaseDate?.startsWith("2007"));
    expect(lines.length).toBe(films.length + 2);
    expect(lines.some((line) => line.includes(',"Goodbye, Marlbridge",2007-04-05,'))).toBe(true);
    expect(lines.at(-2)?.endsWith(",")).toBe(true);
  });

  test("counts calls by operation, refused ones too", async () => {
    const before = api.requests()["getKeyword"] ?? 0;
    await call("GET /keywords/6");
    await call("GET /keywords/600");
    await call("GET /keywords/six");
    expect(api.requests()["getKeyword"]).toBe(before + 3);
  });

  test("keeps what is written for itself", async () => {
    const other = await startCinemaApi();
    await call("POST /lists", { name: "Only here" });
    const there = cinemaCaller(other);
    expect((await there("GET /my/lists")).body["total_results"]).toBe(0);
    expect((await cinemaCaller(other, api.token)("GET /my/lists")).status).toBe(401);
    await other.close();
  });

  test("says so when its port is taken, and can be closed twice", async () => {
    const second = await startCinemaApi();
    const port = Number(new URL(second.url).port);
    const error: unknown = await startCinemaApi({ port }).catch((reason: unknown) => reason);
    expect(FuxiError.isInstance(error) && error.code).toBe("usage");
    await second.close();
    await second.close();
    await expect(fetch(second.documentUrl)).rejects.toThrow();
    const third = await startCinemaApi({ port });
    expect(third.url).toBe(second.url);
    expect(third.token).not.toBe(second.token);
    await third.close();
  });

  test("shows the screenings of the chain as the database has them", async () => {
    const { body } = await call("GET /cinemas/1/screenings?date=2025-03-01");
    expect(body["screenings"]).toContainEqual({
      id: 5207,
      film_id: 11083,
      film_title: "The Trouble with Clive",
      cinema_id: 1,
      cinema_name: "Lanterna Liffey",
      screen: 2,
      starts_at: "2025-03-01T20:40",
      slot_minutes: 150,
      version: "original",
      state: "finished",
      base_price: 11.5,
    });
    const ofFilm = await call("GET /films/11083/screenings?from=2025-03-01&to=2025-03-01&cinema_id=1");
    expect(ofFilm.body["results"]).toEqual(
      (body["screenings"] as { film_id: number }[]).filter((screening) => screening.film_id === 11083),
    );
  });
});
