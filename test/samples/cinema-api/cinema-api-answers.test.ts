import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createCinemaApp } from "../../../src/samples/cinema/api/create-cinema-app.ts";

const app = createCinemaApp({ token: "token" });

/** What the bundled questions and benchmarks were written against: a change here is a change of their answers. */
const checksums: Readonly<Record<string, readonly [paths: string, checksum: string]>> = {
  document: ["/openapi.json", "ac1bf75779d17ead"],
  searches: [
    `/search/films?query=the%20night /search/films?query=NIGHT%20The&year=2019 /search/films?query=nigth
    /search/films?query=l&language=fr /search/people?query=oneill /search/people?query=a&known_for=Sound
    /search/studios?query=lion /search/series?query=the /search/keywords?query=life
    /search/awards?query=lantern /search/cinemas?query=lanterna /search/lists?query=best
    /search/everything?query=lantern /search/everything?query=%20`,
    "03fd0e94770a7783",
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
    /films/11087/reviews /films/11087/lists /films/11087/screenings?from=2025-01-01 /genres/3/films
    /people/2001 /people/2001/films /people/2001/awards /people/2001/images /keywords/7/films
    /studios?country=FR&limit=5 /studios/501 /studios/501/films /series/801 /series/801/images
    /genres /languages /countries /certificates /awards /awards/11/ceremonies?year=2001
    /ceremonies/111999/winners /ceremonies/111999/nominations /lists/7001 /reviews?limit=3
    /cinemas?country=FR /cinemas/3 /cinemas/3/screenings?date=2025-03-01 /films/1 /nowhere`,
    "7094a796a12d3eb5",
  ],
};

test.each(Object.entries(checksums))("%s are answered as committed", async (_, [paths, checksum]) => {
  const hash = createHash("sha256");
  for (const path of paths.split(/\s+/u)) {
    const response = await app.request(`http://cinema.example${path}`);
    hash.update(`${response.status} ${response.headers.get("link")}\n${await response.text()}\n`);
  }
  expect(hash.digest("hex").slice(0, 16)).toBe(checksum);
});
