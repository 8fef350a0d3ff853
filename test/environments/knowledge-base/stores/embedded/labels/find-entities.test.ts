import { describe, expect, it } from "vitest";
import { bounds, found, indexOf, VOCABULARY } from "./label-fixture.ts";

const FILMS = `
  m1 label "Heat"@en
  m1 director m2
  m2 label "Michael Mann"@en
  m2 alias "M. Mann"@en
  m2 bornIn chicago
  m3 label "Łódź"
  m4 label "Rome"@en
  m4 label "Roma"@it
  m5 label "Roma"@en
  m6 label "Robert De Niro"@en
  m6 alias "Bobby Milk"@en
`;

describe("finding entities by name", () => {
  it.each([
    ["Heat", 'm1 "Heat" exact'],
    ["heat", 'm1 "Heat" folded'],
    ["'Heat'", 'm1 "Heat" exact'],
    ["lodz", 'm3 "Łódź" folded'],
    ["Micheal Mann", 'm2 "Michael Mann" typo'],
    ["Mann, Michael", 'm2 "Michael Mann" words'],
    ["M. Mann", 'm2 ~"M. Mann" exact'],
    ["Bobby Milc", 'm6 ~"Bobby Milk" typo'],
    ["RDN", 'm6 "Robert De Niro" abbreviation'],
  ])("finds for %j first %j", async (text, first) => {
    expect((await found(await indexOf(FILMS), text))[0]).toBe(first);
  });

  it("finds a name with quotes of its own as well as the one without", async () => {
    const index = await indexOf('a label "Heroes"@en\nb label ""Heroes""@en');
    expect((await found(index, '"Heroes"')).toSorted()).toEqual(['a "Heroes" exact', 'b ""Heroes"" exact']);
  });

  it("tells a label before an alias, and of equal names the entity with most triples", async () => {
    const index = await indexOf(`
      a alias "Oscar"@en
      a won x
      a won y
      b label "Oscar"@en
      c label "Oscar"@en
      c won x
      c won y
    `);
    expect(await found(index, "Oscar")).toEqual(['c "Oscar" exact', 'b "Oscar" exact', 'a ~"Oscar" exact']);
    const { matches } = await index.find("Oscar", { limit: 3, among: "entities" }, bounds);
    expect(matches.map(({ weight }) => weight)).toEqual([3, 1, 3]);
  });

  it("gives no more than was asked for, the best of very many with one name", async () => {
    const many = Array.from({ length: 500 }, (_, i) => `e${i} label "Episode"@en`);
    const index = await indexOf([...many, "e400 next e401", "e400 next e402"].join("\n"));
    expect(await found(index, "Episode", "entities", 1)).toEqual(['e400 "Episode" exact']);
    expect(await found(index, "Episode", "entities", 7)).toHaveLength(7);
  });
});

describe("finding entities without a label", () => {
  it.each([
    ["Barack_Obama", "Barack Obama", "Barack Obama"],
    ["BarackObama", "barack obama", "Barack Obama"],
    ["Ronald_McDonald", "Ronald McDonald", "Ronald McDonald"],
    ["McDonald", "mcdonald", "McDonald"],
    ["AC%2FDC", "AC/DC", "AC/DC"],
    ["100%25_Wolf", "100% Wolf", "100% Wolf"],
    ["100%_Wolf", "100% Wolf", "100% Wolf"],
    ["WarGames", "WarGames", "WarGames"],
    ["1999", "1999", "1999"],
    ["Star_Wars:_Episode_IV", "Star Wars: Episode IV", "Star Wars: Episode IV"],
  ])("finds <…/%s> by %j", async (local, text, name) => {
    const [first] = await found(await indexOf(`${EX_THING}${local} next x`), text);
    expect(first).toMatch(new RegExp(`"${name.replace(/[.*+?]/gu, "\\$&")}" (?:exact|folded)$`, "u"));
  });

  it("does not take the local name of what has a label, of predicates, statements and codes", async () => {
    const index = await indexOf(`
      Some_Thing label "Other"@en
      Some_Thing directed_by m.0abc12
      statement/Some_Statement directed_by x
      x alias "Xavier"@en
    `);
    expect(await found(index, "Some Thing")).toEqual([]);
    expect(await found(index, "directed by")).toEqual([]);
    expect(await found(index, "Some Statement")).toEqual([]);
    expect(await found(index, "0abc12")).toEqual([]);
    expect((await found(index, "x"))[0]).toBe('x "x" exact');
  });
});

const EX_THING = "http://example.org/thing/";

describe("finding entities by identifier", () => {
  it("finds short names and IRIs exactly, whatever the labels are", async () => {
    const index = await indexOf('m.0abc label "Heat"@en\nm.0abc next urn:isbn:123');
    for (const text of ["m.0abc", `<${VOCABULARY.prefixes[""]}m.0abc>`, `${VOCABULARY.prefixes[""]}m.0abc`])
      expect((await found(index, text))[0], text).toBe('m.0abc "m.0abc" exact');
    expect(await found(index, "urn:isbn:123")).toEqual(['urn:isbn:123 "<urn:isbn:123>" exact']);
    expect(await found(index, "http://example.org/other")).toEqual([]);
  });
});

describe("long labels", () => {
  const long = (end: string) => `${"Lorem ipsum dolor sit amet ".repeat(400)}${end}`;

  it("are found by their whole text, which is not told from one that begins alike", async () => {
    const index = await indexOf(`a label "${long("first")}"@en\nb label "Short one"@en`);
    const [match] = await found(index, long("first"));
    expect(match).toMatch(/^a "Lorem .*…" folded$/u);
    expect((await found(index, long("first").slice(0, 300)))[0]).toMatch(/^a .* typo$/u);
    expect((await found(index, "Short one"))[0]).toBe('b "Short one" exact');
  });
});
