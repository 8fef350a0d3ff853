/** Queries on the sample as an analyst writes them, each with an earlier version whose numbers are stale. */
export const FIGURE_QUERIES: Readonly<Record<string, { readonly sql: string; readonly earlier: string }>> = {
  Q1: {
    sql: `SELECT c.name AS cinema, count(*) AS tickets, round(sum(t.price), 2) AS revenue FROM ticket t JOIN screening s USING (screening_id)
      JOIN cinema c USING (cinema_id) WHERE t.refunded_at IS NULL AND s.starts_at LIKE '2024%' GROUP BY c.name ORDER BY tickets DESC`,
    earlier: `SELECT c.name AS cinema, count(*) AS tickets, round(sum(t.price), 2) AS revenue FROM ticket t JOIN screening s USING (screening_id)
      JOIN cinema c USING (cinema_id) WHERE s.starts_at LIKE '2024%' GROUP BY c.name ORDER BY tickets DESC`,
  },
  Q2: {
    sql: `SELECT strftime('%Y-%m', s.starts_at) AS month, count(*) AS tickets, count(DISTINCT t.member_id) AS members FROM ticket t
      JOIN screening s USING (screening_id) WHERE t.refunded_at IS NULL GROUP BY month ORDER BY month`,
    earlier: `SELECT strftime('%Y-%m', s.starts_at) AS month, count(*) AS tickets, count(t.member_id) AS members FROM ticket t
      JOIN screening s USING (screening_id) GROUP BY month ORDER BY month`,
  },
  Q3: {
    sql: `SELECT title, release_date, "Box Office (EUR)", budget FROM film WHERE "Box Office (EUR)" IS NOT NULL AND budget > 0 AND release_date IS NOT NULL
      ORDER BY budget DESC, film_id LIMIT 300`,
    earlier: `SELECT title, release_date, "Box Office (EUR)", budget FROM film WHERE "Box Office (EUR)" IS NOT NULL AND budget > 0 ORDER BY film_id LIMIT 300`,
  },
  Q4: {
    sql: `SELECT sale_id, item, quantity, "Amount (EUR)" FROM concession_sale WHERE "group" = 'Popcorn' ORDER BY sale_id`,
    earlier: `SELECT sale_id, item, quantity, "Amount (EUR)" FROM concession_sale WHERE "group" = 'Hot drinks' ORDER BY sale_id`,
  },
  Q5: {
    sql: `SELECT name AS plan, yearly_fee, discount_percent FROM membership_plan ORDER BY plan_id`,
    earlier: `SELECT name AS plan, yearly_fee, discount_percent + 5 AS discount_percent FROM membership_plan ORDER BY plan_id DESC`,
  },
  Q6: {
    sql: `SELECT count(*) AS members FROM member WHERE newsletter = 'Y'`,
    earlier: `SELECT count(*) AS members FROM member`,
  },
  Q7: {
    sql: `SELECT c.name AS cinema, c.name || ', Screen ' || s."Screen No" AS screen, s.seats FROM screen s JOIN cinema c USING (cinema_id)
      WHERE s.accessible = 'Y' ORDER BY s.seats DESC, screen`,
    earlier: `SELECT c.name AS cinema, c.name || ', Screen ' || s."Screen No" AS screen, s.seats FROM screen s JOIN cinema c USING (cinema_id) ORDER BY s.seats DESC, screen`,
  },
  Q8: {
    sql: `SELECT g.name AS genre, count(*) AS films, avg(f.vote_average) AS rating FROM film f JOIN film_genre USING (film_id) JOIN genre g USING (genre_id)
      WHERE f.vote_count >= 20 GROUP BY g.name ORDER BY rating DESC`,
    earlier: `SELECT g.name AS genre, count(*) AS films, avg(f.vote_average) AS rating FROM film f JOIN film_genre USING (film_id) JOIN genre g USING (genre_id)
      GROUP BY g.name ORDER BY rating DESC`,
  },
  Q9: {
    sql: `SELECT channel, count(*) AS tickets, sum(refunded_at IS NOT NULL) AS refunds, avg(refunded_at IS NOT NULL) AS refund_rate FROM ticket GROUP BY channel ORDER BY channel`,
    earlier: `SELECT channel, count(*) AS tickets, sum(refunded_at IS NULL) AS refunds, avg(refunded_at IS NULL) AS refund_rate FROM ticket WHERE member_id IS NULL GROUP BY channel ORDER BY channel`,
  },
  Q10: {
    sql: `SELECT "Job Title", count(*) AS people, min(substr(hired_on, 7) || '-' || substr(hired_on, 4, 2) || '-' || substr(hired_on, 1, 2)) AS first_hired
      FROM staff WHERE left_on IS NULL GROUP BY 1 ORDER BY people DESC, 1`,
    earlier: `SELECT "Job Title", count(*) AS people, min(substr(hired_on, 7) || '-' || substr(hired_on, 4, 2) || '-' || substr(hired_on, 1, 2)) AS first_hired
      FROM staff GROUP BY 1 ORDER BY people DESC, 1`,
  },
  Q11: {
    sql: `SELECT name AS city, population, area_km2 FROM city ORDER BY population DESC LIMIT 60`,
    earlier: `SELECT name AS city, population / 2 AS population, area_km2 FROM city WHERE is_capital = 'N' ORDER BY population DESC LIMIT 60`,
  },
  Q12: {
    sql: `SELECT rating, count(*) AS reviews FROM review WHERE recommends = 'Y' GROUP BY rating ORDER BY rating`,
    earlier: `SELECT rating, count(*) AS reviews FROM review GROUP BY rating ORDER BY rating`,
  },
};
