import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { type CheckedDatabase, checkedDriver, checkedForTests } from "./checked-database.ts";

const FILMS = `
CREATE TABLE genre (genre_no INTEGER PRIMARY KEY, label TEXT);
CREATE TABLE film (film_no INTEGER PRIMARY KEY, title TEXT, genre_ref INTEGER REFERENCES genre(genre_no), letter TEXT);
CREATE TABLE prize (film_no INTEGER REFERENCES film(film_no), prize_name TEXT);
INSERT INTO genre VALUES (1,'Drama'),(2,'Comedy'),(3,'Western');
INSERT INTO film VALUES (1,'A Long Day',1,' AHD'),(2,'Two Rivers',2,'N'),(3,'Dust',3,'XQJ');
CREATE VIEW screened AS SELECT film_no, hall FROM hall_plan;
CREATE VIEW titles AS SELECT title FROM film;
`;

describe("joins and names on SQLite", () => {
  const films = checkedForTests(FILMS);

  it("tell once of tables that a comma joins and nothing ties", async () => {
    const query = "SELECT f.title, g.label FROM film f, genre g";
    const { warnings, notes, suggestions } = await films().check(query);
    expect(warnings.map((each) => each.code)).toEqual(["join-missing-condition"]);
    expect(notes.filter((each) => each.code === "join-missing-condition")).toEqual([]);
    const [first] = suggestions;
    const again = await films().check(query.replace(first?.replaces ?? "", first?.text ?? ""));
    expect(again.failure).toBeUndefined();
    expect(again.codes).toEqual([]);
  });

  it("say that the value that was meant begins with a space", async () => {
    const { warnings } = await films().check("SELECT title FROM film WHERE letter = 'AHD'");
    expect(warnings[0]?.message).toContain(
      "Probably meant: ' AHD' (with a leading space; 1 row of film.letter)",
    );
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
