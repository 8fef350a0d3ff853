import { describe, expect, it } from "vitest";
import { found, indexOf } from "./label-fixture.ts";

const CLASSES = `
  heat a Film
  heat label "Heat"@en
  sub1 a TVShow
  sub1 starring bob
  bob a people.person
  bob a film.director
  bob a film.film
  Film label "Feature film"@en
  Film alias "movie"@en
  Country sub Place
  Ship a http://www.w3.org/2002/07/owl#Class
  lassie a Dog
  Dog country uk
`;

describe("finding classes", () => {
  it.each([
    ["Film", 'Film "Film" exact'],
    ["feature films", 'Film "Feature film" words'],
    ["Movies", 'Film ~"movie" words'],
    ["TVShow", 'TVShow "TVShow" exact'],
    ["country", 'Country "country" exact'],
    ["places", 'Place "place" words'],
    ["ships", 'Ship "ship" words'],
    ["director", 'film.director "director" exact'],
    ["people", 'people.person "person" words'],
    ["film.director", 'film.director "film.director" exact'],
  ])("finds for %j first %j", async (text, first) => {
    expect((await found(await indexOf(CLASSES), text, "classes"))[0]).toBe(first);
  });

  it("finds irregular plurals also among thousands of classes", async () => {
    const many = Array.from({ length: 4_000 }, (_, i) => `x a Kind${i}Of${i % 70}`);
    const index = await indexOf([...many, "bob a Person", "eve a MarriedWoman"].join("\n"));
    expect((await found(index, "people", "classes"))[0]).toBe('Person "person" words');
    expect((await found(index, "married women", "classes"))[0]).toBe('MarriedWoman "married woman" words');
  });

  it("finds no entities among classes, and not the words of RDF itself", async () => {
    const index = await indexOf(CLASSES);
    expect(await found(index, "Heat", "classes")).toEqual([]);
    expect(await found(index, "heat", "classes")).toEqual([]);
    expect((await found(index, "class", "classes")).join()).not.toMatch(/owl#Class/u);
  });

  it("finds no class among entities, unless more is said of it", async () => {
    const index = await indexOf(CLASSES);
    expect(await found(index, "Feature film")).toEqual([]);
    expect(await found(index, "Dog")).toEqual(['Dog "Dog" exact']);
  });
});
