import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedDatabase, checkedSqlite } from "./checked-database.ts";

/** 6 shops of which 2 have no hiring, 10 clerks of which 3 have no town and 1 a town that is not there. */
const SHOPS = `
PRAGMA foreign_keys = OFF;
CREATE TABLE town (id INTEGER PRIMARY KEY, town_name TEXT);
CREATE TABLE shop (id INTEGER PRIMARY KEY, shop_name TEXT);
CREATE TABLE clerk (id INTEGER PRIMARY KEY, clerk_name TEXT, town_id INTEGER REFERENCES town(id), points TEXT);
CREATE TABLE hiring (shop_id INTEGER REFERENCES shop(id), clerk_id INTEGER REFERENCES clerk(id));
CREATE TABLE visit (shop_id INTEGER REFERENCES shop(id), visitors INTEGER, clerk_id INTEGER REFERENCES clerk(id));
INSERT INTO town VALUES (1,'Aldea'),(2,'Borgo');
INSERT INTO shop VALUES (1,'one'),(2,'two'),(3,'three'),(4,'four'),(5,'five'),(6,'six');
INSERT INTO clerk VALUES (1,'a',1,'12'),(2,'b',2,'7'),(3,'c',1,'N/A'),(4,'d',1,'3'),(5,'e',2,'4'),(6,'f',2,'N/A'),
  (7,'g',NULL,'9'),(8,'h',NULL,'9'),(9,'i',NULL,'9'),(10,'j',77,'9');
INSERT INTO hiring VALUES (1,1),(1,2),(2,4),(3,5);
INSERT INTO visit VALUES (1,10,1),(1,20,2),(1,30,NULL),(2,5,NULL),(3,5,7),(4,5,4),(NULL,5,5);
`;

let shops: CheckedDatabase;
beforeAll(async () => {
  shops = await checkedSqlite(SHOPS);
});
afterAll(() => shops.close());

const joinNotes = async (sql: string) =>
  (await shops.check(sql)).notes.filter((note) => /^join-/u.test(note.code));

describe("rows of a join", () => {
  it("are told where the key is NULL or has no partner", async () => {
    const [note] = await joinNotes("SELECT COUNT(*) FROM clerk AS c JOIN town ON c.town_id = town.id");
    expect(note?.code).toBe("join-drops");
    expect(note?.message).toBe(
      "3 rows of clerk (c) have no town_id, 1 row has no partner in town, and the join leaves them out; LEFT JOIN keeps them.",
    );
  });

  it("are told where texts meet by what is made of them", async () => {
    const [note] = await joinNotes(
      "SELECT COUNT(*) FROM clerk JOIN town ON substr(town.town_name, 1, 1) = upper(clerk.clerk_name)",
    );
    expect(note?.message).toBe(
      "8 rows of clerk have no partner in town, and the join leaves them out; LEFT JOIN keeps them.",
    );
  });

  it("are not looked up where one side is made of both tables or by a subquery", async () => {
    const both = "clerk.clerk_name || shop.shop_name = shop.shop_name || 'x'";
    const within = "lower(clerk.clerk_name) = (SELECT min(town_name) FROM town WHERE town.id = shop.id)";
    for (const on of [both, within])
      expect(await joinNotes(`SELECT COUNT(*) FROM clerk JOIN shop ON ${on}`)).toEqual([]);
  });

  it("are told of the side that refers, also where it stands second", async () => {
    const [note] = await joinNotes("SELECT COUNT(*) FROM town JOIN clerk ON clerk.town_id = town.id");
    expect(note?.message).toContain("3 rows of clerk have no town_id");
    expect(note?.message).toContain("clerk LEFT JOIN town keeps them");
  });

  it.each([
    "visit AS v JOIN shop AS s ON v.shop_id = s.id JOIN clerk AS c ON v.clerk_id = c.id JOIN town ON c.town_id = town.id",
    "visit AS v JOIN clerk AS c ON v.clerk_id = c.id JOIN town ON c.town_id = town.id JOIN shop AS s ON v.shop_id = s.id",
  ])("are told of every join that leaves some out, in whatever order they stand: %s", async (joined) => {
    const [note, ...more] = await joinNotes(`SELECT COUNT(*) FROM ${joined}`);
    expect(more).toEqual([]);
    expect(note?.code).toBe("join-drops");
    expect(note?.message).toContain("1 row of visit (v) has no shop_id");
    expect(note?.message).toContain("2 rows of visit (v) have no clerk_id");
    expect(note?.message).toContain("3 rows of clerk (c) have no town_id");
    expect(note?.message).toContain("LEFT JOIN in each place keeps them");
  });

  it("count pairs where a row meets several, and say how many meet none", async () => {
    const [note] = await joinNotes("SELECT shop_name FROM shop AS s JOIN hiring AS h ON s.id = h.shop_id");
    expect(note?.code).toBe("join-multiplies");
    expect(note?.message).toBe(
      "Each row of shop (s) meets up to 2 rows of hiring (h): count(*) counts pairs; 3 rows of shop (s) have no partner in hiring (h).",
    );
  });

  it("count combinations where one table meets several rows of two others", async () => {
    const [note] = await joinNotes(
      "SELECT shop_name FROM shop AS s JOIN hiring AS h ON s.id = h.shop_id JOIN visit AS v ON s.id = v.shop_id",
    );
    expect(note?.code).toBe("join-multiplies");
    expect(note?.message).toContain(
      "Each row of shop (s) meets up to 2 rows of hiring (h) and up to 3 of visit (v)",
    );
  });

  it.each([
    ["a LEFT JOIN", "SELECT clerk_name FROM clerk LEFT JOIN town ON clerk.town_id = town.id"],
    ["a link table joined to its own key", "SELECT * FROM hiring JOIN clerk ON hiring.clerk_id = clerk.id"],
    [
      "a join whose rows WHERE restricts",
      "SELECT clerk_name FROM clerk JOIN town ON clerk.town_id = town.id WHERE town_name = 'Aldea'",
    ],
  ])("are not told for %s", async (_, sql) => {
    expect(await joinNotes(sql)).toEqual([]);
  });
});

describe("text that is taken for 0", () => {
  it.each([
    ["by a CAST", "SELECT AVG(CAST(points AS REAL)) FROM clerk", "CAST(points AS REAL)", 2],
    ["by a mean", "SELECT AVG(points) FROM clerk", "AVG(points)", 2],
    ["by a least number", "SELECT MIN(CAST(points AS REAL)) FROM clerk", "CAST(points AS REAL)", 2],
    ["by a count", "SELECT COUNT(CAST(points AS REAL)) FROM clerk", "CAST(points AS REAL)", 2],
    ["by a comparison", "SELECT id FROM clerk WHERE CAST(points AS REAL) < 3", "CAST(points AS REAL)", 2],
    [
      "by a sum of conditions",
      "SELECT SUM(CASE WHEN CAST(points AS REAL) <= 3 THEN 1 ELSE 0 END) FROM clerk",
      "CAST(points AS REAL)",
      2,
    ],
  ])("is warned of where it makes the result wrong: %s", async (_, sql, text, cells) => {
    const { warnings, notes } = await shops.check(sql);
    expect(notes.map((note) => note.code)).not.toContain("text-taken-for-zero");
    const warning = warnings.find((each) => each.code === "text-taken-for-zero");
    expect(warning?.part?.text).toBe(text);
    expect(warning?.message).toContain(`${cells} cells of clerk.points into 0: all of them are 'N/A'`);
    const [first] = warning?.suggestions ?? [];
    expect(first).toMatchObject({ text: text.replace("points", "NULLIF(points, 'N/A')"), replaces: text });
    expect((await shops.check(sql.replace(text, first?.text ?? ""))).codes).not.toContain(
      "text-taken-for-zero",
    );
  });

  it.each([
    ["by a calculation", "SELECT points * 2 FROM clerk WHERE id < 5", "points * 2", 1],
    [
      "by an ordering",
      "SELECT id FROM clerk ORDER BY CAST(points AS INTEGER) LIMIT 1",
      "CAST(points AS INTEGER)",
      2,
    ],
  ])("is told with the number of cells: %s", async (_, sql, text, cells) => {
    const { notes } = await shops.check(sql);
    const note = notes.find((each) => each.code === "text-taken-for-zero");
    expect(note?.part?.text).toBe(text);
    expect(note?.message).toContain(`${cells} ${cells === 1 ? "cell" : "cells"} of clerk.points into 0`);
    expect(note?.suggestions[0]?.text).toBe(text.replace("points", "NULLIF(points, 'N/A')"));
  });

  it.each([
    "SELECT AVG(CAST(points AS REAL)) FROM clerk WHERE points <> 'N/A'",
    "SELECT id FROM clerk WHERE CAST(points AS REAL) > 5",
    "SELECT AVG(CAST(NULLIF(points, 'N/A') AS REAL)) FROM clerk",
    "SELECT MAX(CAST(points AS REAL)) FROM clerk",
    "SELECT SUM(CAST(points AS REAL)) FROM clerk",
    "SELECT COUNT(CASE WHEN CAST(points AS REAL) > 5 THEN 1 END) FROM clerk",
    "SELECT SUM(CASE WHEN id < 9 THEN CAST(points AS REAL) END) FROM clerk",
  ])("is not told where no such cell counts, or a 0 changes nothing: %s", async (sql) => {
    const { notes, codes } = await shops.check(sql);
    expect([...codes, ...notes.map((note) => note.code)]).not.toContain("text-taken-for-zero");
  });

  it("that meet several do not matter where each result is kept once, unless they are counted", async () => {
    const joined = "shop JOIN hiring ON hiring.shop_id = shop.id JOIN visit ON visit.shop_id = shop.id";
    const codes = async (select: string) =>
      (await joinNotes(`SELECT ${select} FROM ${joined}`)).map(({ code }) => code);
    expect(await codes("shop.shop_name")).toContain("join-multiplies");
    expect(await codes("DISTINCT shop.shop_name")).not.toContain("join-multiplies");
    expect(await codes("DISTINCT count(*)")).toContain("join-multiplies");
  });
});
