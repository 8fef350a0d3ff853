import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { type CheckedDatabase, checkedDriver, checkedSqlite } from "./checked-database.ts";

const FILMS = `
CREATE TABLE genre (genre_no INTEGER PRIMARY KEY, label TEXT);
CREATE TABLE film (film_no INTEGER PRIMARY KEY, title TEXT, genre_ref INTEGER REFERENCES genre(genre_no), letter TEXT);
CREATE TABLE prize (film_no INTEGER REFERENCES film(film_no), prize_name TEXT);
CREATE TABLE padded (code TEXT); CREATE TABLE capital (code TEXT);
INSERT INTO genre VALUES (1,'Drama'),(2,'Comedy'),(3,'Western');
INSERT INTO film VALUES (1,'A Long Day',1,' AHD'),(2,'Two Rivers',2,'N'),(3,'Dust',3,'XQJ');
INSERT INTO prize VALUES (1,'Gold'),(3,'Silver');
INSERT INTO padded VALUES ('wd '),('hj '),('ml '),('Qz ');
INSERT INTO capital VALUES ('WD'),('HJ'),('ML');
CREATE TABLE lowered (code TEXT); INSERT INTO lowered VALUES ('wd'),('hj'),('ml');
CREATE TABLE single (note TEXT); INSERT INTO single VALUES ('alone');
CREATE VIEW screened AS SELECT film_no, hall FROM hall_plan;
CREATE VIEW titles AS SELECT title FROM film;
`;

describe("joins and names on SQLite", () => {
  let films: CheckedDatabase;
  beforeAll(async () => {
    films = await checkedSqlite(FILMS);
  });
  afterAll(() => films.close());

  it("warn of NATURAL JOIN without a common column, with a join that works", async () => {
    const query = "SELECT title, label FROM film NATURAL JOIN genre";
    const { codes, warnings, suggestions } = await films.check(query);
    expect(codes).toEqual(["join-missing-condition"]);
    expect(warnings[0]?.message).toContain("NATURAL JOIN finds no common column");
    const [first] = suggestions;
    const again = await films.check(query.replace(first?.replaces ?? "", first?.text ?? ""));
    expect(again.failure).toBeUndefined();
    expect(again.codes).toEqual([]);
  });

  it("accept NATURAL JOIN with a common column", async () => {
    expect((await films.check("SELECT title, prize_name FROM film NATURAL JOIN prize")).codes).toEqual([]);
  });

  it("tell once of tables that a comma joins and nothing ties", async () => {
    const query = "SELECT f.title, g.label FROM film f, genre g";
    const { warnings, notes, suggestions } = await films.check(query);
    expect(warnings.map((each) => each.code)).toEqual(["join-missing-condition"]);
    expect(notes.filter((each) => each.code === "join-missing-condition")).toEqual([]);
    const [first] = suggestions;
    const again = await films.check(query.replace(first?.replaces ?? "", first?.text ?? ""));
    expect(again.failure).toBeUndefined();
    expect(again.codes).toEqual([]);
  });

  it("offer no cell value for a name that is ordered or grouped by", async () => {
    for (const clause of ["ORDER BY n", "GROUP BY n"]) {
      const { failure } = await films.check(`SELECT title FROM film ${clause}`);
      expect(failure?.code).toBe("unknown-column");
      expect(failure?.suggestions.filter(({ text }) => text.startsWith("'"))).toEqual([]);
    }
  });

  it("still offer near names for a table that the statement names beside a view", async () => {
    const { suggestions } = await films.check(
      "SELECT t.title FROM titles t JOIN filn f ON f.title = t.title",
    );
    expect(suggestions[0]).toMatchObject({ text: "film", replaces: "filn" });
  });

  it("say how values match that are stored otherwise", async () => {
    const trimmed = await films.check("SELECT p.code FROM padded p JOIN lowered l ON p.code = l.code");
    expect(trimmed.warnings[0]?.message).toBe(
      "padded.code and lowered.code match only after trimming: TRIM(p.code) = l.code.",
    );
    const cased = await films.check("SELECT c.code FROM capital c JOIN lowered l ON c.code = l.code");
    expect(cased.warnings[0]?.message).toMatch(/match only when case is ignored: /u);
    const both = await films.check("SELECT p.code FROM padded p JOIN capital c ON p.code = c.code");
    expect(both.warnings[0]?.message).toMatch(/match only after trimming and when case is ignored: /u);
  });

  it("say that the value that was meant begins with a space", async () => {
    const { warnings } = await films.check("SELECT title FROM film WHERE letter = 'AHD'");
    expect(warnings[0]?.message).toContain(
      "Probably meant: ' AHD' (with a leading space; 1 row of film.letter)",
    );
  });

  it("name the other column that a value stands in, and not what stands beside it", async () => {
    const { warnings } = await films.check("SELECT title FROM film WHERE title = 'XQJ'");
    expect(warnings[0]?.message).toContain("Probably meant: letter (1 row of film.letter)");
    const byKey = await films.check("SELECT film_no FROM film WHERE genre_ref = 'Western'");
    expect(byKey.warnings[0]?.message).toContain("Probably meant: 3 (key of 1 row of genre.label)");
    const ownKey = await films.check("SELECT label FROM genre WHERE genre_no = 'Western'");
    expect(ownKey.warnings[0]?.message).toContain("Probably meant: 3 (key of 1 row of genre.label)");
  });

  it("count one row in the singular", async () => {
    const workspace = await films.environment.openWorkspace(undefined, films.context);
    const action = { environment: "test", tool: "from", arguments: { from_statement: "single" } };
    const { observation } = await films.environment.act(workspace, action, films.context);
    expect(observation?.text).toMatch(/\b1 row\b/u);
    expect(observation?.text).not.toMatch(/\b1 rows/u);
  });
});

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`names in quotes on PostgreSQL ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let stock: CheckedDatabase;
  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(`
      CREATE SCHEMA depot;
      CREATE TABLE depot.shelf (shelf_no int PRIMARY KEY, label text);
      INSERT INTO depot.shelf VALUES (1, 'North wall'), (2, 'South wall');
      CREATE TABLE item ("ID" text PRIMARY KEY, kind text, "Kind" text);
      INSERT INTO item VALUES ('x1', 'bolt', 'steel'), ('x2', 'nut', 'brass');`);
    stock = await checkedDriver(await openPostgresDriver({ url: scratch.url }));
  });
  afterAll(async () => {
    await stock?.close();
    await scratch?.drop();
  });

  it("are offered for a name that is written without them", async () => {
    const { codes, suggestions } = await stock.check("SELECT kind FROM item WHERE ID = 'x1'");
    expect(codes).toEqual(["unknown-column"]);
    expect(suggestions[0]).toMatchObject({ text: '"ID"', replaces: "ID" });
  });

  it("tell apart columns that differ only in case", async () => {
    expect((await stock.check(`SELECT "ID" FROM item WHERE "Kind" = 'brass'`)).codes).toEqual([]);
    expect((await stock.check(`SELECT "ID" FROM item WHERE kind = 'nut'`)).codes).toEqual([]);
    const said = await stock.check(`SELECT "ID" FROM item WHERE "Kind" = 'bras'`);
    expect(said.warnings[0]?.message).toContain("item.Kind has no value 'bras'");
    expect(said.suggestions[0]?.text).toBe("'brass'");
    const other = await stock.check(`SELECT "ID" FROM item WHERE kind = 'nutt'`);
    expect(other.warnings[0]?.message).toContain("item.kind has no value 'nutt'");
    expect(other.suggestions[0]?.text).toBe("'nut'");
  });

  it("name the schema of a table where a value is missing", async () => {
    const { warnings } = await stock.check("SELECT shelf_no FROM depot.shelf WHERE label = 'North wal'");
    expect(warnings[0]?.message).toContain("depot.shelf.label has no value");
    expect(warnings[0]?.message).toContain("1 row of depot.shelf.label");
  });
});
