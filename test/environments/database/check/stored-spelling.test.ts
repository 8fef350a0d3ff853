import { describe, expect, it } from "vitest";
import { checkedForTests } from "./checked-database.ts";

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

const stations = checkedForTests(STATIONS);

const join = (column: string, table: string, key: string) =>
  `SELECT COUNT(*) FROM run AS r JOIN ${table} AS t ON r.${column} = t.${key}`;

describe("a declared key whose values do not meet as they are stored", () => {
  it.each([
    [
      "a space before",
      join("start_code", "station", "code"),
      "LOWER(TRIM(r.start_code)) = LOWER(TRIM(t.code))",
    ],
    ["another case", join("depot_tag", "depot", "tag"), "LOWER(TRIM(r.depot_tag)) = LOWER(TRIM(t.tag))"],
    [
      "the same in WHERE",
      "SELECT COUNT(*) FROM run AS r, station AS t WHERE t.code = r.start_code",
      "LOWER(TRIM(t.code)) = LOWER(TRIM(r.start_code))",
    ],
  ])("is joined by a condition that the data hold: %s", async (_, sql, suggestion) => {
    const { warnings } = await stations().check(sql);
    const found = warnings.find((each) => each.code === "join-no-overlap");
    expect(found?.suggestions.map((each) => each.text)).toEqual([suggestion]);
    expect(found?.message).toContain(suggestion);
    const { codes } = await stations().check(sql.replace(found?.part?.text ?? "", suggestion));
    expect(codes).not.toContain("join-no-overlap");
  });

  it("is never replaced by another key", async () => {
    const { warnings } = await stations().check(join("lost_tag", "depot", "tag"));
    const found = warnings.find((each) => each.code === "join-no-overlap");
    expect(found?.message).toContain("although the key is declared");
    expect(found?.suggestions).toEqual([]);
  });
});

describe("suggestions for a value that is not there", () => {
  it("are only the value in its own spelling where case or space alone differ", async () => {
    const { warnings } = await stations().check("SELECT * FROM run WHERE start_code = 'KLM'");
    expect(warnings[0]?.suggestions.map((each) => each.text)).toEqual(["' KLM'"]);
  });

  it("say no text twice", async () => {
    const { warnings } = await stations().check("SELECT * FROM run WHERE ran_on > '01/01/2020'");
    const texts = warnings[0]?.suggestions.map((each) => each.text) ?? [];
    expect(texts).toEqual(["'2020-01-01'"]);
  });
});

describe("a result without rows", () => {
  it("stays a warning where a value of a list is not there", async () => {
    const { warnings } = await stations().check(
      "SELECT * FROM station WHERE code IN ('KLM', 'Zanzibar') AND opened > '2001-01-01'",
    );
    expect(warnings.map((each) => each.code)).toEqual(["empty-result"]);
  });
});
