/** Pairs of queries over the cinema sample that evaluators and engines tend to disagree about: the gold first. */
export const HAND_MADE_PAIRS: readonly (readonly [string, string])[] = [
  // Nothing found, on either side and on both.
  ["SELECT name FROM cinema WHERE 0", "SELECT title, film_id FROM film WHERE 0"],
  ["SELECT name FROM cinema WHERE 0", "SELECT NULL"],
  ["SELECT NULL", "SELECT name FROM cinema WHERE 0"],
  ["SELECT max(rating) FROM review WHERE 0", "SELECT NULL"],
  // Numbers, their types and their text.
  ["SELECT 1", "SELECT 1.0"],
  ["SELECT 1", "SELECT '1'"],
  ["SELECT 1.5", "SELECT '1.5'"],
  ["SELECT 0.1 + 0.2", "SELECT 0.3"],
  ["SELECT 0.30000000000000004", "SELECT 0.1 + 0.2"],
  ["SELECT 1e300 * 10", "SELECT 1e301"],
  ["SELECT -0.0", "SELECT 0"],
  ["SELECT 9e999", "SELECT -9e999"],
  ["SELECT 9e999", "SELECT 1e999"],
  ["SELECT 9007199254740993", "SELECT 9007199254740992"],
  ["SELECT 9007199254740993", "SELECT 9007199254740993"],
  ["SELECT 9223372036854775807", "SELECT 9223372036854775806"],
  ["SELECT avg(price) FROM ticket", "SELECT sum(price) / count(*) FROM ticket"],
  ["SELECT avg(price) FROM ticket", "SELECT round(avg(price), 2) FROM ticket"],
  ["SELECT avg(rating) FROM review", "SELECT CAST(sum(rating) AS REAL) / count(rating) FROM review"],
  ["SELECT population FROM city", "SELECT CAST(population AS REAL) FROM city"],
  ["SELECT population FROM city", "SELECT CAST(population AS TEXT) FROM city"],
  [
    "SELECT base_price FROM screening LIMIT 500",
    "SELECT printf('%.2f', base_price) FROM screening LIMIT 500",
  ],
  // Dates and texts.
  ["SELECT date('2020-02-29', '+1 year')", "SELECT '2021-03-01'"],
  [
    "SELECT DISTINCT substr(starts_at, 1, 10) FROM screening",
    "SELECT DISTINCT date(starts_at) FROM screening",
  ],
  ["SELECT release_date FROM film", "SELECT release_date FROM film WHERE release_date IS NOT NULL"],
  ["SELECT 'Straße'", "SELECT 'STRASSE'"],
  ["SELECT 'é'", "SELECT 'e' || char(769)"],
  ["SELECT 'a '", "SELECT 'a'"],
  ["SELECT 'a' || char(0) || 'b'", "SELECT 'a'"],
  ["SELECT name FROM city", "SELECT upper(name) FROM city"],
  // NULL beside empty text and zero.
  ["SELECT phone FROM cinema", "SELECT coalesce(phone, '') FROM cinema"],
  ["SELECT phone FROM cinema", "SELECT nullif(phone, '') FROM cinema"],
  ["SELECT series, remake_of FROM film", "SELECT series, NULL FROM film"],
  ["SELECT NULL, 0", "SELECT 0, NULL"],
  // Blobs.
  ["SELECT x'00ff41'", "SELECT x'00FF41'"],
  ["SELECT x'00ff41'", "SELECT x'00ff42'"],
  ["SELECT x'41'", "SELECT 'A'"],
  ["SELECT zeroblob(3), 1", "SELECT x'000000', 1.0"],
  ["SELECT CAST(name AS BLOB) FROM genre", "SELECT name FROM genre"],
  ["SELECT CAST(name AS BLOB) FROM genre", "SELECT CAST(name AS BLOB) FROM genre ORDER BY 1"],
  // Repetitions, ties, order of rows and columns.
  ["SELECT rating FROM review", "SELECT DISTINCT rating FROM review"],
  ["SELECT DISTINCT country_code FROM city", "SELECT country_code FROM city"],
  [
    "SELECT rating, count(*) FROM review GROUP BY rating",
    "SELECT count(*), rating FROM review GROUP BY rating",
  ],
  ["SELECT city_id, name, region FROM city", "SELECT region, city_id, name FROM city"],
  [
    "SELECT city_id, name, region, is_capital FROM city",
    "SELECT is_capital, region, name, city_id FROM city",
  ],
  ["SELECT is_capital, is_capital, city_id FROM city", "SELECT city_id, is_capital, is_capital FROM city"],
  ["SELECT 1, 2 UNION ALL SELECT 2, 1", "SELECT 2, 1 UNION ALL SELECT 1, 2"],
  ["SELECT 1, 2 UNION ALL SELECT 3, 4", "SELECT 2, 1 UNION ALL SELECT 3, 4"],
  ["SELECT 1, 1, 2", "SELECT 1, 2, 2"],
  ["SELECT name FROM city ORDER BY is_capital DESC", "SELECT name FROM city ORDER BY is_capital DESC, name"],
  ["SELECT name FROM city ORDER BY population DESC", "SELECT name FROM city ORDER BY population"],
  [
    "SELECT name, seats FROM cinema NATURAL JOIN screen ORDER BY seats",
    "SELECT name, seats FROM cinema NATURAL JOIN screen ORDER BY seats, name",
  ],
  [
    "SELECT title FROM film ORDER BY vote_count DESC LIMIT 5",
    "SELECT title FROM film ORDER BY vote_count DESC LIMIT 6",
  ],
  [
    "SELECT name FROM genre WHERE genre_id IN (SELECT genre_id FROM film_genre ORDER BY film_id)",
    "SELECT name FROM genre ORDER BY name DESC",
  ],
  // Many rows.
  [
    "SELECT ticket_id, seat, price FROM ticket WHERE ticket_id <= 30000",
    "SELECT ticket_id, seat, price FROM ticket WHERE ticket_id <= 30000 ORDER BY ticket_id DESC",
  ],
  [
    "SELECT ticket_id, seat, price FROM ticket WHERE ticket_id <= 30000",
    "SELECT ticket_id, seat, price FROM ticket WHERE ticket_id < 30000",
  ],
  [
    "SELECT ticket_id, seat, price FROM ticket ORDER BY ticket_id LIMIT 30000",
    "SELECT price, ticket_id, seat FROM ticket ORDER BY ticket_id LIMIT 30000",
  ],
  ["SELECT seat FROM ticket", "SELECT DISTINCT seat FROM ticket"],
  // What does not run, or is more than one query.
  ["SELECT name FROM cinema", "SELECT nmae FROM cinema"],
  ["SELECT name FROM cinema", "SELECT name FROM cinema; SELECT 1"],
  ["SELECT name FROM cinema", "SELECT name FROM cinema;"],
  ["SELECT name FROM cinema", "WITH c AS (SELECT name FROM cinema) SELECT * FROM c"],
  ["SELECT name FROM cinema", "VALUES ('a')"],
];
