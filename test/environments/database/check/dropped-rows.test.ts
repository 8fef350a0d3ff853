import { expect, it } from "vitest";
import { checkedForTests } from "./checked-database.ts";

const films = checkedForTests(`
PRAGMA foreign_keys = OFF;
CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT);
CREATE TABLE director (director_id INTEGER PRIMARY KEY, name TEXT, code TEXT, mentor_id INTEGER REFERENCES director(director_id));
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT, year INTEGER, director_id INTEGER REFERENCES director(director_id));
CREATE TABLE ticket (film_id INTEGER REFERENCES film(film_id), price INTEGER);
INSERT INTO country VALUES ('PT', 'Portugal');
INSERT INTO director VALUES (1, 'Ana', 'PT', NULL), (2, 'Bo', 'XX', 1), (3, 'Cy', 'PT', 1);
INSERT INTO film VALUES (1, 'A', 2001, 1), (2, 'B', 2001, 2), (3, 'C', 2002, NULL), (4, 'D', 2003, 9), (5, 'E', 2003, 1);
INSERT INTO ticket VALUES (1, 5), (1, 6), (3, 7), (3, 8), (4, 9), (NULL, 1);
`);

const DIRECTED = "FROM film f JOIN director d ON d.director_id = f.director_id";
const FILM = "rows of film: their director_id has no match in director.";

it.each([
  [`SELECT COUNT(*) ${DIRECTED}`, [`2 of 5 ${FILM}`]],
  ["SELECT d.name FROM director d INNER JOIN film f ON d.director_id = f.director_id", [`2 of 5 ${FILM}`]],
  ["SELECT COUNT(*) FROM film JOIN director USING (director_id)", [`2 of 5 ${FILM}`]],
  // Of the rows that meet the conditions, and only of these.
  [`SELECT COUNT(*) ${DIRECTED} WHERE f.year > 2002`, [`1 of 2 ${FILM}`]],
  [`SELECT COUNT(*) ${DIRECTED} WHERE f.year = 2001`, []],
  [`SELECT COUNT(*) ${DIRECTED} WHERE d.name = 'Ana'`, []],
  // Through further joins, each film once.
  [`SELECT SUM(t.price) ${DIRECTED} JOIN ticket t ON t.film_id = f.film_id`, [`2 of 3 ${FILM}`]],
  [
    `SELECT COUNT(*) ${DIRECTED} JOIN country c ON c.code = d.code`,
    [`2 of 5 ${FILM}`, "1 of 2 rows of director: their code has no match in country."],
  ],
  [
    "SELECT e.name FROM director e JOIN director m ON e.mentor_id = m.director_id",
    ["1 of 3 rows of director: their mentor_id has no match in director."],
  ],
  [
    "WITH d AS (SELECT * FROM director) SELECT COUNT(*) FROM film f JOIN d ON d.director_id = f.director_id",
    [`2 of 5 ${FILM}`],
  ],
  // Nothing is dropped, or nothing of it is shown.
  ["SELECT COUNT(*) FROM film f LEFT JOIN director d ON d.director_id = f.director_id", []],
  ["SELECT COUNT(*) FROM film f JOIN director d ON d.director_id = f.director_id AND d.name < 'B'", []],
  [`SELECT f.title ${DIRECTED} ORDER BY f.year, f.title LIMIT 1`, []],
])("a join tells the rows that it drops for want of a match: %s", async (query, expected) => {
  const { notes } = await films().check(query);
  const dropped = notes.filter(({ code }) => code === "join-drops-rows").map(({ message }) => message);
  expect(dropped).toEqual(expected.map((each) => `The join drops ${each}`));
});
