import { describe, expect, it } from "vitest";
import { asker } from "./ask-graph.ts";

const FILMS = `
  Red Tide | starred actors | Ada Bell, Gus Orr
  Low Sun | starred actors | Ada Bell, Kit Lowe
  Deep Mine | starred actors | Kit Lowe
  Red Tide | directed by | Max Thorn
  Low Sun | directed by | Max Thorn
  Deep Mine | directed by | Vera Nash
  Red Tide | has genre | Thriller
  Low Sun | has genre | Comedy
  Deep Mine | has genre | Thriller
  Red Tide | release year | 1988y
  Low Sun | release year | 1991y
  Deep Mine | release year | 1999y
`;

describe("chains of relations", () => {
  it.each([
    ["which films did Ada Bell act in", ["Low Sun", "Red Tide"]],
    ["who co-starred with Ada Bell", ["Gus Orr", "Kit Lowe"]],
    ["who acted together with Ada Bell", ["Gus Orr", "Kit Lowe"]],
    ["which films share the director with Red Tide", ["Low Sun"]],
    ["which films have the same actor of Deep Mine", ["Low Sun"]],
    ["the director of Red Tide also directed which films", ["Low Sun"]],
    ["the films directed by the director of Red Tide", ["Low Sun", "Red Tide"]],
    ["who starred in the films whose directors also directed Red Tide", ["Ada Bell", "Kit Lowe"]],
    ["what genre are the movies that the actors of Red Tide also starred in", ["Comedy"]],
    ["what are the release years of the films starred by Ada Bell", ["1988", "1991"]],
    ["the movies directed by Max Thorn were released in which years", ["1988", "1991"]],
    ["when were the films of the director of Deep Mine released", undefined],
    ["which comedies star Ada Bell", ["Low Sun"]],
    ["which thriller films were directed by Max Thorn", ["Red Tide"]],
  ])("%s", async (question, answer) => {
    const ask = await asker(FILMS);
    expect((await ask(question)).answer).toEqual(answer);
  });

  it("nodes without a name are walked through", async () => {
    const ask = await asker(`
      Stan Vale | marriage | _m1
      _m1 | spouse | Joan Vale
      _m1 | place of ceremony | Redhill
      Red Tide | nomination | _n1
      _n1 | nominee | Ada Bell
      _n1 | category | Best Actress
      Ada Bell a Person
      Best Actress a Category
    `);
    expect((await ask("Who is the spouse of Stan Vale?")).answer).toEqual(["Joan Vale"]);
    expect((await ask("Who was nominated for Red Tide?")).answer).toEqual(["Ada Bell"]);
  });

  it("names of relations that are paths are read by their last part", async () => {
    const ask = await asker(`
      Ann Poe | people__person__place_of_birth | Gorm
      Gorm | location__location__people_born_here | Ann Poe
    `);
    expect((await ask("Where was Ann Poe born?")).answer).toEqual(["Gorm"]);
    expect((await ask("Who was born in Gorm?")).answer).toEqual(["Ann Poe"]);
  });

  it("a place stands for the places in it where nothing is said of it itself", async () => {
    const ask = await asker(`
      Ann Poe | place of birth | Gorm
      Bo Lane | place of birth | Tind
      Gorm | country | Norland
      Tind | country | Soland
    `);
    expect((await ask("Who was born in Norland?")).answer).toEqual(["Ann Poe"]);
  });

  it("dates within a year belong to it", async () => {
    const ask = await asker(`
      Ann, Bo, Cy a Painter
      Ann | birth date | 1950-03-01
      Bo | birth date | 1950-12-31
      Cy | birth date | 1951-01-01
    `);
    expect((await ask("Which painters were born in 1950?")).answer).toEqual(["Ann", "Bo"]);
    expect((await ask("Which painters were born after 1950?")).answer).toEqual(["Cy"]);
    expect((await ask("Which painters were born before 1951?")).answer).toEqual(["Ann", "Bo"]);
  });

  it("who share the greatest value are all handed in", async () => {
    const ask = await asker(`
      Ann, Bo, Cy a River
      Ann | length | 50
      Bo | length | 50
      Cy | length | 20
    `);
    expect((await ask("What is the longest river?")).answer).toEqual(["Ann", "Bo"]);
  });
});
