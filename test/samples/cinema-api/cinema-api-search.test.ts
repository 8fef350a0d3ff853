import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CinemaApi, startCinemaApi } from "../../../src/samples/cinema/api/start-cinema-api.ts";
import { createCinemaWorld } from "../../../src/samples/cinema/create-cinema-world.ts";
import { cinemaCaller, idsOf, type Paged } from "./cinema-caller.ts";

const world = createCinemaWorld();
let api: CinemaApi;

beforeAll(async () => {
  api = await startCinemaApi();
});
afterAll(() => api.close());

const get = async <T = Paged>(path: string): Promise<T> => (await cinemaCaller(api)(`GET ${path}`)).body;
const search = (kind: string, query: string) => get(`/search/${kind}?${new URLSearchParams({ query })}`);
const names = async (kind: string, query: string) =>
  (await search(kind, query)).results.map(({ name, title }) => name ?? title);

describe("the searches of the sample API", () => {
  test("pay no heed to case, accents, apostrophes and the order of words", async () => {
    for (const query of ["Sławomir Krzyżanowski", "KRZYZANOWSKI slawomir", "krzyz slaw"])
      expect(await names("people", query)).toEqual(["Sławomir Krzyżanowski"]);
    for (const query of ["O'Neill", "oneill", "neill", "O’NEILL"])
      expect(idsOf(await search("people", query))).toEqual(idsOf(await search("people", "o'neill")));
    expect(await names("people", "niamh neill")).toEqual(["Niamh O'Neill"]);
  });

  test("look in both titles of a film, but in one at a time", async () => {
    expect(idsOf(await search("films", "quiet heart"))).toEqual([11087]);
    expect(idsOf(await search("films", "corazon call"))).toEqual([11087]);
    expect((await search("films", "quiet callado")).total_results).toBe(0);
  });

  test("find nothing for misspelled words, ends of words and no words", async () => {
    for (const query of ["quiet haert", "uiet heart", "?!", " "])
      expect(await search("films", query)).toEqual({
        page: 1,
        results: [],
        total_pages: 0,
        total_results: 0,
      });
  });

  test("give the most popular first", async () => {
    const expected = world.films
      .filter((film) => [film.title, film.originalTitle].some((name) => /(^|[^\p{L}])night/iu.test(name)))
      .sort((a, b) => b.popularity - a.popularity || a.id - b.id);
    const found = await search("films", "night");
    expect(found.total_results).toBe(expected.length);
    expect(idsOf(found)).toEqual(expected.slice(0, 20).map(({ id }) => id));
    expect(expected.length).toBeGreaterThan(20);
  });

  test("narrow films by year and language, and people by what they are known for", async () => {
    const films = await get("/search/films?query=the&year=2021&language=ja");
    expect(idsOf(films)).toContain(14266);
    const expected = world.films.filter(
      (film) =>
        film.releaseDate?.startsWith("2021") === true &&
        film.originalLanguage === "ja" &&
        /(^|[^\p{L}])the/iu.test(`${film.title} ${film.originalTitle}`),
    );
    expect(films.total_results).toBe(expected.length);
    const directors = await get("/search/people?query=o'neill&known_for=Directing");
    const known = new Map(world.people.map((person) => [person.id, person.knownFor]));
    expect(idsOf(directors).map((id) => known.get(id))).toEqual(directors.results.map(() => "Directing"));
  });

  test("tell of each thing what kind it is when they look everywhere", async () => {
    const found = await get<{ results: { kind: string; id: number }[] }>("/search/everything?query=madrid");
    expect(found.results).toContainEqual({ kind: "cinema", id: 10, name: "Cine Almendro" });
    const lists = await get<{ results: { kind: string }[] }>("/search/everything?query=best+drama");
    expect(lists.results.map(({ kind }) => kind)).toContain("list");
  });
});

describe("the filters of the sample API", () => {
  test("give the same films as a filter over the world, by query and by body", async () => {
    const expected = world.films
      .filter(
        (film) =>
          film.genreIds.includes(2) &&
          !film.genreIds.includes(1) &&
          film.countryCodes.includes("FR") &&
          film.releaseDate !== null &&
          film.releaseDate >= "2000" &&
          film.releaseDate < "2011" &&
          film.runtimeMinutes !== null &&
          film.runtimeMinutes <= 120,
      )
      .sort((a, b) => a.id - b.id)
      .sort((a, b) => (b.revenue ?? -1) - (a.revenue ?? -1));
    const byQuery = await get(
      "/discover/films?genre_ids=2&without_genre_ids=1&country=FR&year_from=2000&year_to=2010&runtime_max=120&sort_by=revenue.desc",
    );
    const { body: byBody } = await cinemaCaller(api, null)("POST /films/query", {
      genre_ids: [2],
      without_genre_ids: [1],
      country: "FR",
      year_from: 2000,
      year_to: 2010,
      runtime_max: 120,
      sort_by: "revenue.desc",
    });
    expect(expected.length).toBeGreaterThan(3);
    expect(byQuery.total_results).toBe(expected.length);
    expect(idsOf(byQuery)).toEqual(expected.slice(0, 20).map(({ id }) => id));
    expect(byBody).toEqual(byQuery);
  });

  test("tell actors from directors, and ask for all people named", async () => {
    const credit = world.crew.find(({ job, filmId }) => job === "Director" && filmId === 11087);
    const lead = world.cast.find(({ filmId, order }) => filmId === 11087 && order === 0);
    const both = await get(`/discover/films?person_ids=${credit?.personId},${lead?.personId}`);
    expect(idsOf(both)).toContain(11087);
    const directed = await get(`/discover/films?director_ids=${credit?.personId}&sort_by=title.asc`);
    const own = world.crew.filter(({ job, personId }) => job === "Director" && personId === credit?.personId);
    expect(directed.total_results).toBe(own.length);
    expect(idsOf(await get(`/discover/films?director_ids=${lead?.personId}&year_from=2004`))).not.toContain(
      11087,
    );
  });

  test("put films without a value last, whichever way the order goes", async () => {
    for (const direction of ["asc", "desc"]) {
      const first = await get<{ total_pages: number }>(
        `/discover/films?studio_id=501&sort_by=revenue.${direction}`,
      );
      const { results } = await get(
        `/discover/films?studio_id=501&sort_by=revenue.${direction}&page=${first.total_pages}`,
      );
      const last = world.films.find(({ id }) => id === results.at(-1)?.id);
      expect(last?.revenue).toBeNull();
    }
  });
});

describe("recommendations of the sample API", () => {
  test("never hold the film itself, and begin with its series", async () => {
    const recommended = idsOf(await get("/films/15092/recommendations"));
    expect(recommended).not.toContain(15092);
    const series = world.collections.find(({ filmIds }) => filmIds.includes(15092));
    const others = (series?.filmIds ?? []).filter((id) => id !== 15092);
    expect(others.length).toBeGreaterThan(0);
    expect(recommended.slice(0, 6)).toEqual(expect.arrayContaining(others));
  });

  test("are the same on another server", async () => {
    const other = await startCinemaApi();
    const path = "GET /films/11087/similar";
    expect((await cinemaCaller(other)(path)).body).toEqual((await cinemaCaller(api)(path)).body);
    await other.close();
  });
});
