import { describe, expect, it } from "vitest";
import { checkedForTests } from "./checked-database.ts";

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

const shops = checkedForTests(SHOPS);

const joinNotes = async (sql: string) =>
  (await shops().check(sql)).notes.filter((note) => /^join-/u.test(note.code));

describe("text that is taken for 0", () => {
  it.each([
    ["by a CAST", "SELECT AVG(CAST(points AS REAL)) FROM clerk", "CAST(points AS REAL)", 2],
    ["by a mean", "SELECT AVG(points) FROM clerk", "AVG(points)", 2],
    ["by a comparison", "SELECT id FROM clerk WHERE CAST(points AS REAL) < 3", "CAST(points AS REAL)", 2],
    [
      "by a sum of conditions",
      "SELECT SUM(CASE WHEN CAST(points AS REAL) <= 3 THEN 1 ELSE 0 END) FROM clerk",
      "CAST(points AS REAL)",
      2,
    ],
  ])("is warned of where it makes the result wrong: %s", async (_, sql, text, cells) => {
    const { warnings, notes } = await shops().check(sql);
    expect(notes.map((note) => note.code)).not.toContain("text-taken-for-zero");
    const warning = warnings.find((each) => each.code === "text-taken-for-zero");
    expect(warning?.part?.text).toBe(text);
    expect(warning?.message).toContain(`${cells} cells of clerk.points into 0: 'N/A' (2)`);
    const [first] = warning?.suggestions ?? [];
    expect(first).toMatchObject({ text: text.replace("points", "NULLIF(points, 'N/A')"), replaces: text });
    expect((await shops().check(sql.replace(text, first?.text ?? ""))).codes).not.toContain(
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
    const { notes } = await shops().check(sql);
    const note = notes.find((each) => each.code === "text-taken-for-zero");
    expect(note?.part?.text).toBe(text);
    expect(note?.message).toContain(`${cells} ${cells === 1 ? "cell" : "cells"} of clerk.points into 0`);
    expect(note?.suggestions[0]?.text).toBe(text.replace("points", "NULLIF(points, 'N/A')"));
  });

  it.each([
    "SELECT AVG(CAST(points AS REAL)) FROM clerk WHERE points <> 'N/A'",
    "SELECT id FROM clerk WHERE CAST(points AS REAL) > 5",
    "SELECT AVG(CAST(NULLIF(points, 'N/A') AS REAL)) FROM clerk",
    "SELECT SUM(CAST(points AS REAL)) FROM clerk",
  ])("is not told where no such cell counts, or a 0 changes nothing: %s", async (sql) => {
    const { notes, codes } = await shops().check(sql);
    expect([...codes, ...notes.map((note) => note.code)]).not.toContain("text-taken-for-zero");
  });
});

describe("a join with more rows than any of its tables", () => {
  it("is told, except where each result is kept once and nothing is counted", async () => {
    const joined = "shop JOIN hiring ON hiring.shop_id = shop.id JOIN visit ON visit.shop_id = shop.id";
    const codes = async (select: string) =>
      (await joinNotes(`SELECT ${select} FROM ${joined}`)).map(({ code }) => code);
    expect(await codes("shop.shop_name")).toContain("join-multiplies");
    expect(await codes("DISTINCT shop.shop_name")).not.toContain("join-multiplies");
    expect(await codes("DISTINCT count(*)")).toContain("join-multiplies");
  });
});
