import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cinemaRowsChecksum } from "../../src/samples/cinema/cinema-version.ts";
import { writeCinemaDatabase } from "../../src/samples/cinema/write-cinema-database.ts";
import { sampleChecksum } from "./sample-checksum.ts";

const folder = mkdtempSync(join(tmpdir(), "cinema-database-"));
const path = join(folder, "cinema.sqlite");
let database: DatabaseSync;

beforeAll(() => {
  writeCinemaDatabase(path);
  database = new DatabaseSync(path, { readOnly: true });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const rows = (sql: string) =>
  database
    .prepare(sql)
    .all()
    .map((row) => Object.values(row));
const value = (sql: string) => rows(sql)[0]?.[0];
const tables = () =>
  rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").flat().map(String);

describe("the cinema database as a whole", () => {
  test("has the committed rows, which questions are written against", () => {
    expect(sampleChecksum(path)).toBe(cinemaRowsChecksum);
  });

  test("is the same when it is written again", () => {
    const again = join(folder, "again.sqlite");
    writeCinemaDatabase(again);
    expect(sampleChecksum(again)).toBe(sampleChecksum(path));
  });

  test("has at least 50,000 rows in 16 tables and 5,000 films, in less than 15 MB", () => {
    expect(tables()).toHaveLength(16);
    const counts = tables().map((table) => Number(value(`SELECT count(*) FROM "${table}"`)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(90_000);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(value("SELECT count(*) FROM film")).toBeGreaterThanOrEqual(5000);
    expect(statSync(path).size).toBeLessThan(15_000_000);
  });

  test("keeps its foreign keys, primary keys and checks", () => {
    expect(rows("PRAGMA foreign_key_check")).toEqual([]);
    expect(rows("PRAGMA integrity_check")).toEqual([["ok"]]);
    for (const table of tables()) {
      expect(rows(`SELECT 1 FROM pragma_table_info('${table}') WHERE pk > 0`), table).not.toEqual([]);
    }
  });
});

describe("the sense of the rows", () => {
  const none = (what: string, sql: string) => test(what, () => expect(rows(`${sql} LIMIT 5`)).toEqual([]));

  none(
    "no film is shown before its release",
    "SELECT 1 FROM screening JOIN film USING (film_id) WHERE release_date IS NULL OR release_date > starts_at",
  );
  none(
    "no screen shows two films at once",
    `SELECT a.screening_id FROM screening a JOIN screening b ON a.cinema_id = b.cinema_id AND a."Screen No" = b."Screen No"
     AND a.starts_at < b.starts_at AND date(a.starts_at) = date(b.starts_at)
     WHERE strftime('%s', a.starts_at) + 60 * (60 * substr(a.slot_length, 1, 2) + substr(a.slot_length, 4)) > 0 + strftime('%s', b.starts_at)`,
  );
  none(
    "no ticket is sold after the screening began",
    "SELECT 1 FROM ticket JOIN screening USING (screening_id) WHERE sold_at > starts_at",
  );
  none("no ticket is refunded before it is sold", "SELECT 1 FROM ticket WHERE refunded_at < sold_at");
  none(
    "every ticket for a screening that was not held is refunded",
    "SELECT 1 FROM ticket JOIN screening USING (screening_id) WHERE state = 'N' AND refunded_at IS NULL",
  );
  none(
    "nobody buys as a member before joining",
    "SELECT 1 FROM ticket JOIN member USING (member_id) WHERE date(sold_at) < joined_on",
  );
  none(
    "the member price needs a membership that runs",
    `SELECT 1 FROM ticket t WHERE price_class = 'M' AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.member_id = t.member_id
     AND start_date <= date(sold_at) AND coalesce(end_date, '9999') >= date(sold_at))`,
  );
  none(
    "no more tickets are sold than there are seats",
    `SELECT 1 FROM screening s JOIN screen USING (cinema_id, "Screen No")
     WHERE seats < (SELECT count(*) FROM ticket t WHERE t.screening_id = s.screening_id)`,
  );
  none(
    "nobody is credited for a film released before their birth or after their death",
    `SELECT 1 FROM credit JOIN film USING (film_id) JOIN person USING (person_id)
     WHERE release_date < birthday OR substr(release_date, 1, 4) > substr(deathday, 1, 4)`,
  );
  none(
    "a remake comes after the film it remakes",
    `SELECT 1 FROM film r JOIN film o ON r.remake_of = o.film_id
     WHERE r.title <> o.title OR r.release_date <= o.release_date`,
  );
  none(
    "members review only films that they have seen",
    `SELECT 1 FROM review r WHERE NOT EXISTS (SELECT 1 FROM ticket JOIN screening s USING (screening_id)
     WHERE ticket.member_id = r.member_id AND s.film_id = r.film_id)`,
  );

  test("members live in the country of their cinema, most of them in its city", () => {
    expect(
      rows(`SELECT 1 FROM member m JOIN city h ON h.city_id = m.city_id JOIN cinema ON cinema.cinema_id = home_cinema_id
            JOIN city c ON c.city_id = cinema.city_id WHERE h.country_code <> c.country_code`),
    ).toEqual([]);
    expect(
      value("SELECT avg(m.city_id = c.city_id) FROM member m JOIN cinema c ON c.cinema_id = home_cinema_id"),
    ).toBeGreaterThan(0.6);
  });

  test("weekends cost more and draw more", () => {
    const [monday, saturday] = ["1", "6"].map((day) =>
      rows(
        `SELECT avg(base_price), count(ticket_id) FROM screening LEFT JOIN ticket USING (screening_id) WHERE strftime('%w', starts_at) = '${day}'`,
      )[0]?.map(Number),
    );
    expect(saturday?.[0]).toBeGreaterThan((monday?.[0] ?? 0) + 2);
    expect(saturday?.[1]).toBeGreaterThan(2 * (monday?.[1] ?? 0));
  });
});

describe("the awkward things of real databases", () => {
  const codes = (table: string, column: string) =>
    rows(`SELECT DISTINCT "${column}" FROM "${table}" ORDER BY 1`).flat();
  const some = (what: string, sql: string) => test(what, () => expect(Number(value(sql))).toBeGreaterThan(0));
  const all = (what: string, sql: string) => test(what, () => expect(value(sql)).toBe(0));

  test("letters as codes, the same letter with another meaning elsewhere", () => {
    expect(codes("screening", "state")).toEqual(["F", "N", "P"]);
    expect(codes("ticket", "price_class")).toEqual(["C", "F", "M", "P", "R"]);
    expect(codes("staff", "contract")).toEqual(["F", "P", "T"]);
    expect(codes("screening", "version")).toEqual(["D", "O", "S"]);
    expect(codes("credit", "role")).toEqual(["A", "C", "D", "E", "M", "W"]);
  });
  test("small numbers as codes", () => {
    expect(codes("cinema", "status")).toEqual([1, 2, 3]);
    expect(codes("membership", "status")).toEqual([1, 2, 3]);
    expect(codes("ticket", "channel")).toEqual([1, 2, 3, 4]);
    expect(codes("person", "gender")).toEqual([0, 1, 2, 3]);
  });
  test("Y and N as truth values", () => expect(codes("member", "newsletter")).toEqual(["N", "Y"]));
  all(
    "ISO dates in one table",
    "SELECT count(*) FROM film WHERE release_date NOT GLOB '[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'",
  );
  all(
    "day-first dates in another",
    "SELECT count(*) FROM member WHERE birth_date NOT GLOB '[0-3][0-9]/[01][0-9]/[12][0-9][0-9][0-9]'",
  );
  all(
    "a day-first date with a time",
    `SELECT count(*) FROM concession_sale WHERE "Sold At" NOT GLOB '??/??/???? ??:??'`,
  );
  all("durations as text", "SELECT count(*) FROM screening WHERE slot_length NOT GLOB '0[0-9]:[0-5][0-9]'");
  some(
    "numbers with a decimal comma in a text column",
    `SELECT count(*) FROM concession_sale WHERE typeof("Amount (EUR)") = 'text' AND "Amount (EUR)" LIKE '%,%'`,
  );
  some(
    "numbers with spaces in a text column",
    `SELECT count(*) FROM film WHERE "Box Office (EUR)" GLOB '* [0-9][0-9][0-9]'`,
  );
  some("titles with an apostrophe", "SELECT count(*) FROM film WHERE original_title LIKE 'L''%'");
  some("names with an apostrophe", "SELECT count(*) FROM person WHERE name LIKE '% O''Neill'");
  some("names with accents", "SELECT count(*) FROM person WHERE name LIKE 'Łukasz %' OR name LIKE 'Søren %'");
  some("text with double quotes", `SELECT count(*) FROM review WHERE body LIKE '%"%'`);
  some(
    "two films of one title",
    "SELECT count(*) FROM (SELECT 1 FROM film GROUP BY title HAVING count(*) > 1)",
  );
  some(
    "two people of one name",
    "SELECT count(*) FROM (SELECT 1 FROM person GROUP BY name HAVING count(*) > 1)",
  );
  some(
    "two cities of one name",
    "SELECT count(*) FROM (SELECT 1 FROM city GROUP BY name HAVING count(*) > 1)",
  );
  some("trailing blanks", "SELECT count(*) FROM member WHERE occupation LIKE '% '");
  some(
    "one word in several cases",
    "SELECT count(DISTINCT occupation) - count(DISTINCT lower(occupation)) FROM member",
  );
  some("several values in one column", "SELECT count(*) FROM film WHERE countries LIKE '%|%'");
  some("empty strings", "SELECT count(*) FROM member WHERE phone = ''");
  some("NULLs beside them", "SELECT count(*) FROM member WHERE phone IS NULL");
  some("NULL for those who live", "SELECT count(*) FROM person WHERE deathday IS NULL");
  some("and a date for those who do not", "SELECT count(*) FROM person WHERE deathday IS NOT NULL");
  some(
    "a self-reference over several levels",
    `SELECT count(*) FROM staff a JOIN staff b ON a.manager_id = b.staff_id JOIN staff c ON b.manager_id = c.staff_id
    JOIN staff d ON c.manager_id = d.staff_id`,
  );
  some("a column named like a keyword", `SELECT count(DISTINCT "group") FROM concession_sale`);
  some("another one", `SELECT count(DISTINCT "order") FROM film_genre`);
  some("a view", "SELECT count(*) FROM screening_sales WHERE revenue > 0");
  test("a key and a foreign key of two columns, one with a space in its name", () => {
    expect(rows("SELECT name FROM pragma_table_info('screen') WHERE pk > 0 ORDER BY pk").flat()).toEqual([
      "cinema_id",
      "Screen No",
    ]);
    expect(
      rows(
        `SELECT "from" FROM pragma_foreign_key_list('screening') WHERE "table" = 'screen' ORDER BY seq`,
      ).flat(),
    ).toEqual(["cinema_id", "Screen No"]);
  });
  test("two columns called rating, one an age and one a mark", () => {
    expect(value("SELECT typeof(rating) FROM film WHERE rating IS NOT NULL")).toBe("text");
    expect(value("SELECT typeof(rating) FROM review")).toBe("integer");
  });
});
