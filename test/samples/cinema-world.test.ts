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

test("a stream of random choices depends on nothing but its name", () => {
  const first = new RandomStream("a");
  const again = new RandomStream("a");
  const draws = Array.from({ length: 5 }, () => first.next());
  new RandomStream("b").next();
  expect(Array.from({ length: 5 }, () => again.next())).toEqual(draws);
  expect(new RandomStream("b").next()).not.toBe(draws[0]);
  expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
});
