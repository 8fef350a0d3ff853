import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedDatabase, checkedSqlite } from "./checked-database.ts";

/** Codes are stored with a space before them on one side of each declared key, and one key is in another case. */
const STATIONS = `
PRAGMA foreign_keys = OFF;
CREATE TABLE station (code TEXT PRIMARY KEY, station_name TEXT, opened TEXT);
CREATE TABLE depot (tag TEXT PRIMARY KEY, size INTEGER);
CREATE TABLE run (
  no INTEGER PRIMARY KEY, start_code TEXT REFERENCES station(code), end_code TEXT REFERENCES station(code),
  depot_tag TEXT REFERENCES depot(tag), lost_tag TEXT REFERENCES depot(tag), ran_on TEXT, left_at TEXT);
INSERT INTO station VALUES ('KLM','Kelm','1999-01-31'),('KLN','Kellen','1999-02-28'),('ORT','Orten ','2001-05-06'),('XYZ','Xylem','2001-05-07');
INSERT INTO depot VALUES ('north',1),('south',2);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 19)
INSERT INTO run SELECT i, CASE i % 2 WHEN 0 THEN ' KLM' ELSE ' ORT' END, CASE i % 2 WHEN 0 THEN ' KLN' ELSE ' KLM' END,
  CASE i % 2 WHEN 0 THEN 'NORTH' ELSE 'South' END, 'gone' || i, '2020-01-' || printf('%02d', 1 + i),
  '2020-01-' || printf('%02dT08:00:00', 1 + i) FROM n;
`;

let stations: CheckedDatabase;
beforeAll(async () => {
  stations = await checkedSqlite(STATIONS);
});
afterAll(() => stations.close());

const join = (column: string, table: string, key: string) =>
  `SELECT COUNT(*) FROM run AS r JOIN ${table} AS t ON r.${column} = t.${key}`;

describe("a declared key whose values do not meet as they are stored", () => {
  it.each([
    ["a space before", join("start_code", "station", "code"), "TRIM(r.start_code) = t.code"],
    ["a space before, at the second key", join("end_code", "station", "code"), "TRIM(r.end_code) = t.code"],
    ["another case", join("depot_tag", "depot", "tag"), "LOWER(r.depot_tag) = t.tag"],
    [
      "the same in WHERE",
      "SELECT COUNT(*) FROM run AS r, station AS t WHERE t.code = r.start_code",
      "t.code = TRIM(r.start_code)",
    ],
  ])("is joined by a condition that the data hold: %s", async (_, sql, suggestion) => {
    const { warnings } = await stations.check(sql);
    const found = warnings.find((each) => each.code === "join-no-overlap");
    expect(found?.suggestions.map((each) => each.text)).toEqual([suggestion]);
    expect(found?.message).toContain(suggestion);
    const { codes } = await stations.check(sql.replace(found?.part?.text ?? "", suggestion));
    expect(codes).not.toContain("join-no-overlap");
  });

  it("is never replaced by another key", async () => {
    const { warnings } = await stations.check(join("lost_tag", "depot", "tag"));
    const found = warnings.find((each) => each.code === "join-no-overlap");
    expect(found?.message).toContain("although the key is declared");
    expect(found?.suggestions).toEqual([]);
  });

  it("is told of each alternative where OR joins two of them", async () => {
    const { warnings } = await stations.check(
      "SELECT COUNT(*) FROM station AS t JOIN run AS r ON t.code = r.start_code OR t.code = r.end_code",
    );
    const found = warnings.filter((each) => each.code === "join-no-overlap");
    expect(found.map((each) => each.suggestions[0]?.text)).toEqual([
      "t.code = TRIM(r.start_code)",
      "t.code = TRIM(r.end_code)",
    ]);
  });
});

describe("suggestions for a value that is not there", () => {
  it("are only the value in its own spelling where case or space alone differ", async () => {
    const { warnings } = await stations.check("SELECT * FROM run WHERE start_code = 'KLM'");
    expect(warnings[0]?.suggestions.map((each) => each.text)).toEqual(["' KLM'"]);
  });

  it("never are a condition through a key that keeps no row", async () => {
    const { warnings } = await stations.check("SELECT * FROM run WHERE start_code = 'Xylem'");
    expect(warnings[0]?.code).toBe("value-not-found");
    const subqueries = warnings[0]?.suggestions.filter((each) => /select/iu.test(each.text));
    expect(subqueries).toEqual([]);
  });

  it("never are a condition on a date that no row has, but the form of the column is told", async () => {
    const { warnings } = await stations.check("SELECT * FROM run WHERE left_at = '2031-05-05'");
    expect(warnings[0]?.code).toBe("date-format-mismatch");
    expect(warnings[0]?.message).toContain("2020-01-01T08:00:00");
    expect(warnings[0]?.suggestions.filter((each) => each.text.includes("LIKE"))).toEqual([]);
  });

  it("say no text twice", async () => {
    const { warnings } = await stations.check("SELECT * FROM run WHERE ran_on > '01/01/2020'");
    const texts = warnings[0]?.suggestions.map((each) => each.text) ?? [];
    expect(texts).toEqual(["'2020-01-01'"]);
  });
});

describe("a result without rows", () => {
  it("stays a warning where NOT IN meets a NULL", async () => {
    const { warnings } = await stations.check(
      "SELECT * FROM depot WHERE tag NOT IN (SELECT CASE WHEN no > 5 THEN depot_tag END FROM run)",
    );
    expect(warnings.map((each) => each.code)).toEqual(["empty-result"]);
    expect(warnings[0]?.message).toContain("NULL");
  });

  it("is a note that names the range where a limit lies beyond all values", async () => {
    const { warnings, notes } = await stations.check("SELECT * FROM depot WHERE size > 7");
    expect(warnings).toEqual([]);
    expect(notes.find((each) => each.code === "empty-result")?.message).toContain("size goes from 1 to 2");
  });

  it("stays a warning where a value of a list is not there", async () => {
    const { warnings } = await stations.check(
      "SELECT * FROM station WHERE code IN ('KLM', 'Zanzibar') AND opened > '2001-01-01'",
    );
    expect(warnings.map((each) => each.code)).toEqual(["empty-result"]);
  });
});
