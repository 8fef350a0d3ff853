import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedDatabase, checkedSqlite } from "./checked-database.ts";

const RIDERS = `
CREATE TABLE rider (id INTEGER PRIMARY KEY, home_city TEXT, code TEXT COLLATE NOCASE);
INSERT INTO rider VALUES (1,'Lyon','a'),(2,'Lyon','A'),(3,'lyon','b'),(4,'lyon','b'),(5,'Lyon ','b'),(6,'Paris','b');
`;

let riders: CheckedDatabase;
beforeAll(async () => {
  riders = await checkedSqlite(RIDERS);
});
afterAll(() => riders.close());

const said = async (sql: string) => {
  const { notes, warnings } = await riders.check(sql);
  expect(warnings).toEqual([]);
  return notes.filter((each) => each.code === "case-differs").map((each) => each.message);
};

describe("a value that the column has in other spellings too", () => {
  it("is told with each spelling and its rows", async () => {
    expect(await said("SELECT id FROM rider WHERE home_city = 'Lyon'")).toEqual([
      "rider.home_city also has 'lyon' (2 rows), 'Lyon ' (1 row), which home_city = 'Lyon' leaves out.",
    ]);
  });

  it("is told of what a list does not name", async () => {
    expect(await said("SELECT id FROM rider WHERE home_city IN ('Lyon', 'lyon')")).toEqual([
      "rider.home_city also has 'Lyon ' (1 row), which home_city IN ('Lyon', 'lyon') leaves out.",
    ]);
  });

  it.each([
    ["no other spelling is there", "SELECT id FROM rider WHERE home_city = 'Paris'"],
    ["the query reads all of them", "SELECT id FROM rider WHERE lower(trim(home_city)) = 'lyon'"],
    [
      "the query names them",
      "SELECT id FROM rider WHERE home_city = 'Lyon' OR home_city IN ('lyon', 'Lyon ')",
    ],
    ["the column ignores case by itself", "SELECT id FROM rider WHERE code = 'a'"],
    ["the value is left out", "SELECT id FROM rider WHERE home_city <> 'Lyon'"],
  ])("is not told where %s", async (_, sql) => {
    expect(await said(sql)).toEqual([]);
  });
});
