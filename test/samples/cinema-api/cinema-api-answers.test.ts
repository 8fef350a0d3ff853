import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createCinemaApp } from "../../../src/samples/cinema/api/create-cinema-app.ts";

const app = createCinemaApp({ token: "token" });

/** What the bundled questions and benchmarks were written against: a change here is a change of their answers. */
const reads: Readonly<Record<string, readonly [paths: string, checksum: string]>> = {
  document: ["/openapi.json", "454ee716a5dc79e3"],
  searches: [
    `/search/films?query=the%20night /search/films?query=NIGHT%20The&year=2019 /search/films?query=nigth
    /search/films?query=l&language=fr /search/people?query=oneill /search/people?query=a&known_for=Sound
    /search/studios?query=lion /search/series?query=the /search/keywords?query=life
    /search/awards?query=lantern /search/cinemas?query=lanterna`,
    "a96b5daba06a305c",
  ],
  filters: [
    `/discover/films?genre_ids=1,2&sort_by=revenue.asc /discover/films?person_ids=2001 /films/upcoming
    /discover/films?cast_ids=2001&year_from=1990 /discover/films?director_ids=2004 /films/newest?page=2
    /discover/films?without_genre_ids=1&country=FR&runtime_max=90 /discover/films?vote_min=9&vote_max=1
    /films/top-rated /films/popular /exports/box-office?year=2019&country=IE /people/popular`,
    "05327b9fbcff2168",
  ],
  things: [
    `/films/11087 /films/11087/credits /films/11087/images /films/11087/keywords /films/11087/releases
    /films/11087/awards /films/11087/recommendations /films/11087/similar
    /films/11087/reviews /films/11087/screenings?from=2025-01-01 /genres/3/films
    /people/2001 /people/2001/films /people/2001/awards /people/2001/images /keywords/7/films
    /studios?country=FR&limit=5 /studios/501 /studios/501/films /series/801 /series/801/images
    /genres /languages /countries /certificates /awards /awards/11/ceremonies?year=2001
    /ceremonies/111999/winners /ceremonies/111999/nominations /lists/7001 /reviews?limit=3
    /cinemas?country=FR /cinemas/3 /cinemas/3/screenings?date=2025-03-01 /films/1 /nowhere`,
    "052ab6bfdfe23327",
  ],
};

/** What a reader writes, in an order in which the writes of one make the reads of the next. */
const written = `
POST /films/query {"genre_ids":[6],"vote_min":5.5,"page":2}
POST /films/11087/reviews {"content":"Quiet, and all heart.","rating":8}
GET /reviews/200001
POST /lists {"name":"Beekeepers","film_ids":[11087]}
PATCH /lists/20001 {"name":"Beekeepers and others"}
POST /lists/20001/films {"film_id":14266}
POST /lists/20001/films {"film_id":14266}
POST /lists/20001/films {"film_id":9}
DELETE /lists/20001/films/15092
GET /lists/20001
GET /my/lists
GET /my/profile
DELETE /lists/20001/films/11087
DELETE /lists/20001
GET /lists/20001
POST /lists {"name":"Another id"}
GET /reviews/90001
GET /keywords/6
GET /awards/11`;

/** Calls that are refused in a way that only some operations have, with the status. */
const refused = `
403 PATCH /lists/7001 {"name":"Mine now"}
403 DELETE /lists/7001
403 POST /lists/7001/films {"film_id":11087}
403 DELETE /lists/7001/films/12526
422 POST /lists {"name":"Nowhere","film_ids":[9]}
422 POST /lists {"name":""}
422 POST /lists {}
422 POST /lists []
422 POST /films/11087/reviews {"content":"So.","rating":11}
422 POST /films/11087/reviews {"content":"So.","rating":"7"}
422 POST /films/query {"genre":"Drama"}
422 GET /search/films
422 GET /search/films?query=
422 GET /search/films?query=a&query=b
422 GET /search/films?query=a&page=0
422 GET /search/films?query=a&year=last
422 GET /films/quiet-heart
422 GET /discover/films?genre_ids=6,drama
422 GET /discover/films?sort_by=fame
422 GET /discover/films?year_from=2010&year_to=2000
422 GET /films/11087/screenings?from=2025-02-01&to=2025-01-01
422 GET /cinemas/1/screenings
422 GET /cinemas/1/screenings?date=01/03/2025
422 GET /cinemas/1/screenings?date=2025-02-30
422 GET /reviews?cursor=yesterday`;

const linesOf = (text: string): readonly string[] => text.trim().split("\n");

async function answered(call: string): Promise<readonly [status: number, all: string]> {
  const [, method = "", path = "", body] = /^(\S+) (\S+)(?: (.+))?$/u.exec(call) ?? [];
  const headers = { Authorization: "Bearer token" };
  const response = await app.request(`http://cinema.example${path}`, {
    ...{ method, headers },
    ...(body === undefined ? {} : { body }),
  });
  return [response.status, `${response.status} ${response.headers.get("link")}\n${await response.text()}\n`];
}

test.each([
  ...Object.entries(reads).map(
    ([group, [paths, checksum]]) =>
      [group, paths.split(/\s+/u).map((path) => `GET ${path}`), checksum] as const,
  ),
  ["what is written", linesOf(written), "b19ff140fc7ae24b"] as const,
  ["refused calls", linesOf(refused).map((line) => line.slice(4)), "46a365d9cf4c98a7"] as const,
])("%s are answered as committed", async (_, calls, checksum) => {
  const hash = createHash("sha256");
  for (const call of calls) hash.update((await answered(call))[1]);
  expect(hash.digest("hex").slice(0, 16)).toBe(checksum);
});

test.each(linesOf(refused))("%s", async (line) => {
  expect((await answered(line.slice(4)))[0]).toBe(Number(line.slice(0, 3)));
});
