import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createCinemaWorld } from "../../src/samples/cinema/create-cinema-world.ts";
import { RandomStream } from "../../src/samples/cinema/random-stream.ts";

const world = createCinemaWorld();

/** What the knowledge base and the catalogue are built from; add kinds freely, but never change one that is here. */
const checksums = {
  awardCategories: "e172c24157b82956",
  awards: "5f4d2c2d36ce3778",
  cast: "f0969e0ac299bb42",
  ceremonies: "af02c6d6f89ce490",
  cities: "f9f8af2712b35da0",
  collections: "147626a5ab7690e6",
  countries: "b603d7ecb311d9fe",
  crew: "a3c4fa628da3a4f0",
  films: "b345ecf10f7af41d",
  genres: "836b53d92b8176d3",
  images: "d396838d2ae6eec0",
  keywords: "25f48ad1501e8c4e",
  lists: "38a9e5c451dd7d16",
  nominations: "5f23a06e300a59c4",
  people: "00db6fd444b0a92a",
  regions: "d623b9064612a13f",
  reviews: "8c13b3c6e416c419",
  studios: "c10c243f038417b4",
};

test("each kind of thing is as committed", () => {
  const made = Object.fromEntries(
    Object.entries(world).map(([kind, things]) => [
      kind,
      createHash("sha256").update(JSON.stringify(things)).digest("hex").slice(0, 16),
    ]),
  );
  expect(made).toMatchObject(checksums);
});

test("the same world is made each time", () => {
  expect(createCinemaWorld()).toEqual(world);
});

test("there are at least 5,000 films and 2,500 people", () => {
  expect(world.films.length).toBeGreaterThanOrEqual(5000);
  expect(world.people.length).toBeGreaterThanOrEqual(2500);
});

test("ids are unique within their kind", () => {
  const { countries, cast, crew, nominations, images, ...identified } = world;
  for (const [kind, things] of Object.entries(identified)) {
    expect(new Set(things.map((thing) => thing.id)).size, kind).toBe(things.length);
  }
  expect(new Set(countries.map((country) => country.code)).size).toBe(countries.length);
});

test("every reference leads to something that exists", () => {
  const ids = (things: readonly { readonly id: number }[]) => new Set(things.map((thing) => thing.id));
  const [films, people, cities, regions, genres, keywords, studios, ceremonies, categories] = [
    world.films,
    world.people,
    world.cities,
    world.regions,
    world.genres,
    world.keywords,
    world.studios,
    world.ceremonies,
    world.awardCategories,
  ].map(ids) as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  const codes = new Set(world.countries.map((country) => country.code));
  const lost = [
    ...world.films.filter(
      (film) =>
        !film.genreIds.every((id) => genres.has(id)) || !film.keywordIds.every((id) => keywords.has(id)),
    ),
    ...world.films.filter(
      (film) =>
        !studios.has(film.studioId) ||
        !cities.has(film.settingCityId) ||
        !film.countryCodes.every((code) => codes.has(code)),
    ),
    ...world.films.filter((film) => film.remakeOfId !== null && !films.has(film.remakeOfId)),
    ...[...world.cast, ...world.crew].filter(
      (credit) => !films.has(credit.filmId) || !people.has(credit.personId),
    ),
    ...world.people.filter((person) => person.birthCityId !== null && !cities.has(person.birthCityId)),
    ...world.cities.filter((city) => !regions.has(city.regionId)),
    ...world.countries.filter((country) => !cities.has(country.capitalCityId)),
    ...world.nominations.filter(
      (entry) =>
        !ceremonies.has(entry.ceremonyId) || !categories.has(entry.categoryId) || !films.has(entry.filmId),
    ),
    ...world.nominations.filter((entry) => entry.personId !== null && !people.has(entry.personId)),
    ...world.lists.filter((list) => !list.filmIds.every((id) => films.has(id))),
    ...world.reviews.filter((review) => !films.has(review.filmId)),
  ];
  expect(lost).toEqual([]);
});

test("every category of every ceremony has one winner", () => {
  const winners = Map.groupBy(world.nominations, (entry) => `${entry.ceremonyId}/${entry.categoryId}`);
  for (const [category, entries] of winners)
    expect(entries.filter((entry) => entry.won).length, category).toBe(1);
});

test("directors keep to their genres", () => {
  const favoured = new Map(world.people.map((person) => [person.id, person.favouredGenreIds]));
  const genreOf = new Map(world.films.map((film) => [film.id, film.genreIds[0] ?? 0]));
  const direction = world.crew.filter((credit) => credit.job === "Director");
  const fitting = direction.filter((credit) =>
    favoured.get(credit.personId)?.includes(genreOf.get(credit.filmId) ?? 0),
  );
  expect(fitting.length / direction.length).toBeGreaterThan(0.7);
});

test("a stream of random choices depends on nothing but its name", () => {
  const first = new RandomStream("a");
  const again = new RandomStream("a");
  const draws = Array.from({ length: 5 }, () => first.next());
  new RandomStream("b").next();
  expect(Array.from({ length: 5 }, () => again.next())).toEqual(draws);
  expect(new RandomStream("b").next()).not.toBe(draws[0]);
  expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
});
