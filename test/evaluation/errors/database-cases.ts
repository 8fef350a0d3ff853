import type { DatabaseError } from "../../../src/evaluation/errors/classify-database-error.ts";

/** A gold query over the sample, the same query with one thing made wrong, and what kind of error that is. */
export interface DatabaseCase {
  readonly code: DatabaseError;
  readonly gold: string;
  readonly predicted: string;
}

const PARIS = "SELECT c.name FROM cinema AS c JOIN city AS t ON t.city_id = c.city_id WHERE t.name = 'Paris'";
const PROJECTIONISTS = `SELECT first_name, last_name FROM staff WHERE "Job Title" = 'Projectionist' AND left_on IS NULL`;
const SEATS =
  "SELECT c.name, sum(s.seats) FROM screen AS s JOIN cinema AS c ON c.cinema_id = s.cinema_id GROUP BY c.cinema_id";
const DIRECTORS =
  "SELECT count(DISTINCT p.person_id) FROM person AS p JOIN credit AS c ON c.person_id = p.person_id WHERE c.role = 'D' AND p.gender = 1";
const LARGEST = "SELECT name FROM city ORDER BY population DESC LIMIT 1";
const LONG = "SELECT count(*) FROM film WHERE runtime_min > 150";

/** The codes were written down before there was anything that decides them. */
export const DATABASE_CASES: readonly DatabaseCase[] = [
  // Only the form of the result.
  {
    code: "column-order",
    gold: PROJECTIONISTS,
    predicted: PROJECTIONISTS.replace("first_name, last_name", "last_name, first_name"),
  },
  {
    code: "column-order",
    gold: SEATS,
    predicted: SEATS.replace("c.name, sum(s.seats)", "sum(s.seats), c.name"),
  },
  { code: "cell-form", gold: LONG, predicted: LONG.replace("count(*)", "count(*) || ''") },
  {
    code: "cell-form",
    gold: "SELECT avg(rating) FROM review",
    predicted: "SELECT round(avg(rating), 2) FROM review",
  },
  { code: "cell-form", gold: PARIS, predicted: PARIS.replace("c.name FROM", "upper(c.name) FROM") },
  { code: "extra-columns", gold: PARIS, predicted: PARIS.replace("c.name FROM", "c.cinema_id, c.name FROM") },
  { code: "extra-columns", gold: LARGEST, predicted: LARGEST.replace("name", "name, population") },
  {
    code: "missing-columns",
    gold: PROJECTIONISTS,
    predicted: PROJECTIONISTS.replace("first_name, last_name", "last_name"),
  },
  { code: "missing-columns", gold: SEATS, predicted: SEATS.replace("c.name, ", "") },
  // Tables.
  { code: "missing-join", gold: PARIS, predicted: "SELECT name FROM cinema" },
  {
    code: "missing-join",
    gold: DIRECTORS,
    predicted: "SELECT count(DISTINCT person_id) FROM person WHERE gender = 1",
  },
  {
    code: "extra-join",
    gold: "SELECT count(*) FROM screen",
    predicted: "SELECT count(*) FROM screen JOIN screening USING (cinema_id)",
  },
  { code: "wrong-table", gold: "SELECT count(*) FROM member", predicted: "SELECT count(*) FROM membership" },
  // Parts that the query is put together of.
  {
    code: "set-operation",
    gold: "SELECT city_id FROM cinema INTERSECT SELECT city_id FROM member",
    predicted: "SELECT city_id FROM cinema UNION SELECT city_id FROM member",
  },
  {
    code: "wrong-column",
    gold: "SELECT max(seats) FROM screen",
    predicted: "SELECT sum(seats) FROM screen",
  },
  {
    code: "wrong-column",
    gold: "SELECT count(DISTINCT item) FROM concession_sale",
    predicted: "SELECT count(item) FROM concession_sale",
  },
  { code: "wrong-column", gold: "SELECT max(seats) FROM screen", predicted: "SELECT seats FROM screen" },
  {
    code: "wrong-column",
    gold: "SELECT phone FROM cinema WHERE has_bar = 'N'",
    predicted: "SELECT name FROM cinema WHERE has_bar = 'N'",
  },
  {
    code: "wrong-column",
    gold: "SELECT max(price) FROM ticket",
    predicted: "SELECT max(channel) FROM ticket",
  },
  // Conditions.
  { code: "wrong-filter", gold: PARIS, predicted: PARIS.replace("'Paris'", "'paris'") },
  { code: "wrong-filter", gold: LONG, predicted: LONG.replace("150", "120") },
  {
    code: "wrong-filter",
    gold: "SELECT count(*) FROM ticket WHERE channel = 3",
    predicted: "SELECT count(*) FROM ticket WHERE channel = 2",
  },
  {
    code: "wrong-filter",
    gold: PROJECTIONISTS,
    predicted: PROJECTIONISTS.replace(" AND left_on IS NULL", ""),
  },
  { code: "wrong-filter", gold: DIRECTORS, predicted: DIRECTORS.replace(" AND p.gender = 1", "") },
  { code: "wrong-filter", gold: LONG, predicted: "SELECT count(*) FROM film" },
  { code: "wrong-filter", gold: LONG, predicted: `${LONG} AND status = 2` },
  { code: "wrong-filter", gold: LONG, predicted: LONG.replace(">", "<") },
  {
    code: "wrong-filter",
    gold: "SELECT count(*) FROM review WHERE body IS NULL",
    predicted: "SELECT count(*) FROM review WHERE body IS NOT NULL",
  },
  {
    code: "wrong-filter",
    gold: "SELECT count(*) FROM film WHERE rating = '18'",
    predicted: "SELECT count(*) FROM film WHERE studio = '18'",
  },
  {
    code: "wrong-filter",
    gold: DIRECTORS,
    predicted: DIRECTORS.replace("p.gender = 1", "c.role = '1'"),
  },
  // What is left.
  {
    code: "wrong-join",
    gold: PARIS.replace("'Paris'", "'Berlin'"),
    predicted: PARIS.replace("'Paris'", "'Berlin'").replace(
      "t.city_id = c.city_id",
      "t.city_id = c.cinema_id",
    ),
  },
  {
    code: "wrong-grouping",
    gold: "SELECT count(*) FROM screen GROUP BY cinema_id",
    predicted: "SELECT count(*) FROM screen GROUP BY format",
  },
  {
    code: "wrong-grouping",
    gold: "SELECT count(*) FROM screen GROUP BY cinema_id",
    predicted: "SELECT count(*) FROM screen",
  },
  { code: "wrong-order", gold: LARGEST, predicted: LARGEST.replace("DESC", "ASC") },
  { code: "wrong-order", gold: LARGEST, predicted: LARGEST.replace("population", "area_km2") },
  { code: "wrong-order", gold: LARGEST, predicted: LARGEST.replace("LIMIT 1", "LIMIT 3") },
  { code: "wrong-order", gold: LARGEST, predicted: LARGEST.replace(" LIMIT 1", "") },
  {
    code: "wrong-column",
    gold: "SELECT 100.0 * sum(price_class = 'P') / count(*) FROM ticket",
    predicted: "SELECT sum(price_class = 'P') / count(*) FROM ticket",
  },
  { code: "wrong-expression", gold: PARIS, predicted: PARIS.replace("c.name FROM", "t.name FROM") },
  // Not a result at all.
  { code: "invalid-query", gold: PARIS, predicted: "SELECT nam FROM cinema" },
  { code: "invalid-query", gold: PARIS, predicted: "SELECT name FROM kino" },
];
