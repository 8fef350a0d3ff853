import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CinemaApi, startCinemaApi } from "../../../src/samples/cinema/api/create-cinema-app.ts";
import { type Answered, cinemaCaller, idsOf } from "./cinema-caller.ts";

let api: CinemaApi;
let call: (line: string, body?: unknown) => Promise<Answered>;

beforeEach(async () => {
  api = await startCinemaApi();
  call = cinemaCaller(api);
});
afterEach(() => api.close());

const statusOf = async (line: string, body?: unknown) => (await call(line, body)).status;
const idsAt = async (path: string) => idsOf((await call(`GET ${path}`)).body);

describe("lists of the sample API", () => {
  test("are created, filled, renamed, found by name and deleted", async () => {
    const created = await call("POST /lists", { name: "Bees at dusk", film_ids: [14266, 11087, 14266] });
    expect([created.status, created.body["film_count"]]).toEqual([201, 2]);
    const list = created.headers.get("location") ?? "";
    expect(await statusOf(`POST ${list}/films`, { film_id: 15092 })).toBe(200);
    expect(await statusOf(`DELETE ${list}/films/14266`)).toBe(204);
    expect(await statusOf(`PATCH ${list}`, { name: "Wasps at dusk" })).toBe(200);
    const { body } = await call(`GET ${list}`);
    expect(body).toMatchObject({ name: "Wasps at dusk", author: "night_owl", film_count: 2 });
    expect((body["films"] as { id: number }[]).map(({ id }) => id)).toEqual([11087, 15092]);
    expect(await idsAt("/search/lists?query=wasps")).toEqual([body["id"]]);
    expect(await idsAt("/search/lists?query=bees")).toEqual([]);
    expect(await idsAt("/films/15092/lists")).toContain(body["id"]);
    expect(await statusOf(`DELETE ${list}`)).toBe(204);
    expect(await statusOf(`GET ${list}`)).toBe(404);
    expect(await idsAt("/my/lists")).toEqual([]);
  });

  test("hold a film once, and ids of deleted lists are not given again", async () => {
    const first = (await call("POST /lists", { name: "One", film_ids: [11087] })).headers.get("location");
    const again = await call(`POST ${first}/films`, { film_id: 11087 });
    expect([again.status, again.body["error"]["code"]]).toEqual([409, "conflict"]);
    expect(await statusOf(`POST ${first}/films`, { film_id: 9 })).toBe(404);
    expect(await statusOf(`DELETE ${first}/films/14266`)).toBe(404);
    await call(`DELETE ${first}`);
    const second = (await call("POST /lists", { name: "Two" })).headers.get("location");
    expect(second).not.toBe(first);
  });

  test("of others can be read, not changed", async () => {
    const before = await call("GET /lists/7001");
    expect(await statusOf("PATCH /lists/7001", { name: "Mine" })).toBe(403);
    expect(await statusOf("DELETE /lists/7001")).toBe(403);
    expect((await call("GET /lists/7001")).body).toEqual(before.body);
  });
});

describe("ratings of the sample API", () => {
  test("are given once, changed, taken back, and leave the votes of the catalogue alone", async () => {
    const before = await call("GET /films/11087");
    expect(await statusOf("PUT /films/11087/rating", { value: 3 })).toBe(404);
    expect(await statusOf("POST /films/11087/rating", { value: 3 })).toBe(201);
    expect(await statusOf("POST /films/11087/rating", { value: 4 })).toBe(409);
    expect(await statusOf("POST /films/14266/rating", { value: 10 })).toBe(201);
    expect(await statusOf("PUT /films/11087/rating", { value: 5 })).toBe(200);
    expect((await call("GET /my/ratings")).body["results"]).toEqual([
      { film_id: 11087, film_title: "The Quiet Heart", value: 5 },
      { film_id: 14266, film_title: "The Rose of the River", value: 10 },
    ]);
    expect(await statusOf("DELETE /films/11087/rating")).toBe(204);
    expect(await statusOf("DELETE /films/11087/rating")).toBe(404);
    expect((await call("GET /films/11087")).body).toEqual(before.body);
  });
});

describe("reviews of the sample API", () => {
  test("are written, stand first among those of the film, are edited and deleted", async () => {
    const others = await idsAt("/films/14266/reviews");
    const written = await call("POST /films/14266/reviews", { content: "Roses.", rating: 9 });
    const review = written.headers.get("location") ?? "";
    expect(await idsAt("/films/14266/reviews")).toEqual([written.body["id"], ...others]);
    await call(`PATCH ${review}`, { content: "Roses and thorns." });
    expect((await call(`GET ${review}`)).body).toMatchObject({ content: "Roses and thorns.", rating: 9 });
    await call(`PATCH ${review}`, { rating: null });
    expect((await call(`GET ${review}`)).body).toMatchObject({ content: "Roses and thorns.", rating: null });
    expect(await statusOf(`DELETE ${review}`)).toBe(204);
    expect(await statusOf(`GET ${review}`)).toBe(404);
    expect(await idsAt("/films/14266/reviews")).toEqual(others);
  });
});

describe.each(["favourites", "watchlist"])("the %s of the sample API", (shelf) => {
  test("keeps films, the last added first, each once", async () => {
    for (const film_id of [11087, 14266, 11087])
      expect(await statusOf(`POST /my/${shelf}`, { film_id })).toBe(200);
    expect(await idsAt(`/my/${shelf}`)).toEqual([14266, 11087]);
    expect(await statusOf(`DELETE /my/${shelf}/14266`)).toBe(204);
    expect(await statusOf(`DELETE /my/${shelf}/14266`)).toBe(404);
    expect(await idsAt(`/my/${shelf}`)).toEqual([11087]);
    const counts = (await call("GET /my/profile")).body;
    expect(counts).toMatchObject({ list_count: 0, review_count: 0, rating_count: 0 });
    expect(counts[shelf === "watchlist" ? "watchlist_count" : "favourite_count"]).toBe(1);
  });
});

describe("a server of the sample API", () => {
  test("keeps its state for itself", async () => {
    const other = await startCinemaApi();
    await call("POST /my/favourites", { film_id: 11087 });
    await call("POST /lists", { name: "Only here" });
    const there = cinemaCaller(other);
    expect((await there("GET /my/favourites")).body["total_results"]).toBe(0);
    expect((await there("GET /search/lists?query=only+here")).body["total_results"]).toBe(0);
    expect((await cinemaCaller(other, api.token)("GET /my/lists")).status).toBe(401);
    await other.close();
  });

  test("refuses calls without its token before it looks at them, and changes nothing", async () => {
    const stranger = cinemaCaller(api, null);
    expect((await stranger("POST /lists", "{")).status).toBe(401);
    expect((await stranger("POST /my/favourites", { film_id: 11087 })).status).toBe(401);
    expect(await idsAt("/my/favourites")).toEqual([]);
  });
});
