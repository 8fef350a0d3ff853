import { describe, expect, it } from "vitest";
import { builtIndex, databaseOf, near, openIndex, signal } from "./index-fixture.ts";

const PEOPLE = `
  CREATE TABLE hero (id INTEGER PRIMARY KEY, full_name TEXT, sex TEXT, school TEXT, age INTEGER, code TEXT);
  INSERT INTO hero (full_name, sex, school, age, code) VALUES
    ('Bruce Wayne', 'M', 'University of Ohio', 40, 'K-8'),
    ('Diana Prince', 'F', 'State Special School', 30, 'K-12'),
    ('Peter Parker', 'M', 'State Special School', 20, '9-12'),
    ('Renée Zellweger', 'F', 'Massachusetts Institute of Technology', 50, 'P-KG'),
    ('T''Challa', 'M', 'Wakanda Academy', 35, 'U'),
    ('Spider-Man', 'M', 'Midtown High', 21, NULL);
`;

describe("findFuzzy in all columns", () => {
  it.each([
    ["Bruce Wayn", "hero.full_name=Bruce Wayne×1 typo"],
    ["Brcue Wayne", "hero.full_name=Bruce Wayne×1 typo"],
    ["Wayne Bruce", "hero.full_name=Bruce Wayne×1 words"],
    ["Wayne, Bruce", "hero.full_name=Bruce Wayne×1 words"],
    ["Wayn, Bruce", "hero.full_name=Bruce Wayne×1 typo"],
    ["Bruce", "hero.full_name=Bruce Wayne×1 words"],
    ["the hero Bruce Wayne", "hero.full_name=Bruce Wayne×1 words"],
    ["Bruce Wayne's", "hero.full_name=Bruce Wayne×1 words"],
    ["'Bruce Wayne'", "hero.full_name=Bruce Wayne×1 exact"],
    ["bruce wayne", "hero.full_name=Bruce Wayne×1 folded"],
    ["renee zelweger", "hero.full_name=Renée Zellweger×1 typo"],
    ["tchalla", "hero.full_name=T'Challa×1 words"],
    ["spiderman", "hero.full_name=Spider-Man×1 words"],
    ["SSS", "hero.school=State Special School×2 abbreviation"],
    ["S.S.S.", "hero.school=State Special School×2 abbreviation"],
    ["MIT", "hero.school=Massachusetts Institute of Technology×1 abbreviation"],
    ["Univ. of Ohio", "hero.school=University of Ohio×1 abbreviation"],
    ["K8", "hero.code=K-8×1 words"],
    ["k-8", "hero.code=K-8×1 folded"],
    ["f", "hero.sex=F×2 folded"],
    ["40", "hero.age=40×1 exact"],
  ])("finds for %j first %j", async (text, first) => {
    expect((await near(await builtIndex(PEOPLE), text))[0]).toBe(first);
  });

  it("gives scores that tell near from unrelated", async () => {
    const index = await builtIndex(PEOPLE);
    const score = async (text: string) =>
      (await index.findFuzzy(text, { limit: 1, signal })).matches[0]?.score ?? 0;
    expect(await score("State Spezial School")).toBeCloseTo(0.95, 2);
    expect(await score("Brce Wayn")).toBeGreaterThan(0.75);
    for (const text of ["Clark Kent", "zebra", "2031-01-01", "xqzw", "Q"])
      expect(await score(text), text).toBeLessThan(0.5);
  });

  it("reaches short values by any single edit, also when there are too many to compare each", async () => {
    const index = await builtIndex(`CREATE TABLE t (c TEXT);
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
      INSERT INTO t SELECT char(97 + i / 100, 97 + i / 10 % 10, 107 + i % 10) FROM n`);
    const found = async (text: string) =>
      (await index.findFuzzy(text, { limit: 200, signal })).matches.map(({ value }) => value);
    expect(await found("bc")).toContain("bcm");
    expect(await found("bcmm")).toContain("bcm");
    expect(await found("bmc")).toContain("bcm");
    expect(await found("zcm")).toContain("bcm");
  });

  it("finds cells of long text by the words that they begin with, without accents", async () => {
    const filler =
      "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore";
    const index = await builtIndex(`CREATE TABLE film (plot TEXT);
      INSERT INTO film VALUES ('${filler} submarine'), ('${filler} élégant giraffe'), ('${filler}')`);
    const value = async (text: string) =>
      (await index.findFuzzy(text, { limit: 2, signal })).matches.map((match) => match.value);
    expect(await value("submarine")).toEqual([`${filler} submarine`]);
    expect(await value("elegant giraffe")).toEqual([`${filler} élégant giraffe`]);
    expect((await index.findExact(`${filler} SUBMARINE`, { limit: 2, signal })).matches[0]?.tier).toBe(
      "folded",
    );
  });

  it("answers an empty text with nothing", async () => {
    const index = await builtIndex(PEOPLE);
    expect(await near(index, "")).toEqual([]);
    expect(await near(index, ' "" ')).toEqual([]);
    expect(await near(index, "?!…")).toEqual([]);
  });
});

describe("findFuzzy in one column", () => {
  it("gives the nearest values however far they are", async () => {
    const index = await builtIndex(PEOPLE);
    const sexes = await near(index, "female", { table: "hero", column: "sex" });
    expect(sexes).toHaveLength(2);
    expect((await near(index, "Dianna", { table: "hero", column: "full_name" }))[0]).toMatch(/Diana Prince/u);
  });

  it("reads a column that is not indexed yet, and keeps it", async () => {
    const driver = databaseOf(PEOPLE);
    const index = openIndex(driver);
    const column = { table: "hero", column: "full_name" };
    expect((await near(index, "Bruce Wain", column))[0]).toMatch(/Bruce Wayne/u);
    driver.statements.length = 0;
    expect((await near(index, "Peter Porker", column))[0]).toMatch(/Peter Parker/u);
    expect(driver.statements).toEqual([]);
  });

  it("names a column that is in no schema as incomplete", async () => {
    const index = await builtIndex(PEOPLE);
    const column = { table: "villain", column: "name" };
    expect(await index.findFuzzy("x", { limit: 3, signal, column })).toEqual({
      matches: [],
      incomplete: [column],
    });
  });
});
