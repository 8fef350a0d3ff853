import { describe, expect, it } from "vitest";
import { casesOf } from "../../../support/cases.ts";
import { checkedForTests, SHOP } from "./checked-database.ts";

const shop = checkedForTests(SHOP);

/** The code that must be said, the clause it must be said of, and the first suggestion where one is due. */
const EXPECTED = /^(\S+) in (\w+)(?:: (.*))?$/u;

const REFUSED = casesOf(`
unknown-column in select: quantity
  SELECT quantities FROM sale
unknown-column in select: t.city_name
  SELECT c.city_name FROM customer c JOIN city t ON c.city_id = t.city_id
unknown-column in select: c.full_name
  SELECT customer.full_name FROM customer AS c
unknown-column in where: customer JOIN city ON customer.city_id = city.city_id
  SELECT full_name FROM customer WHERE country = 'Spain'
unknown-column in select: customer AS T1 JOIN city AS T2 ON T1.city_id = T2.city_id
  SELECT T2.city_name FROM customer AS T1
unknown-table in from: product
  SELECT * FROM products
`);

const DOUBTED = casesOf(`
join-no-overlap in from: c.city_id = t.city_id
  SELECT c.full_name FROM customer c JOIN city t ON c.id = t.city_id
join-without-key in from: p.sale_id = s.id
  SELECT COUNT(*) FROM sale s JOIN parcel p ON s.quantity = p.parcel_no
join-missing-condition in from: product p ON s.product_id = p.id
  SELECT COUNT(*) FROM sale s JOIN product p
join-missing-condition in from
  SELECT COUNT(*) FROM sale s, product p WHERE s.quantity > 2
value-not-found in where: country
  SELECT * FROM city WHERE city_name = 'Spain'
value-not-found in where: t.city_name
  SELECT c.full_name FROM customer c JOIN city t ON c.city_id = t.city_id WHERE c.phone = 'Porto'
value-not-found in where: 3
  SELECT * FROM customer WHERE city_id = 'Vigo'
value-not-found in where: 'F'
  SELECT * FROM customer WHERE sex = 'Female'
value-not-found in where: 'Porto'
  SELECT * FROM city WHERE city_name = "Prto"
value-not-found in where: 'Porto'
  SELECT * FROM city WHERE city_name IN ('Lisbon', 'Portto')
value-not-found in where: '%Lisbon%'
  SELECT * FROM city WHERE city_name LIKE '%Lisbxn%'
value-not-found in where: 'Spain'
  SELECT full_name FROM customer WHERE city_id IN (SELECT city_id FROM city WHERE country = 'Spian')
value-not-found in select: 'Portugal'
  SELECT SUM(CASE WHEN country = 'Portugl' THEN 1 ELSE 0 END) FROM city
value-not-found in select: 'Portugal'
  SELECT SUM(IIF(country = 'Portugl', 1, 0)) FROM city
value-not-found in select: 'Portugal'
  SELECT COUNT(*) FILTER (WHERE country = 'Portugl') FROM city
value-not-found in order_by: 'Portugal'
  SELECT * FROM city ORDER BY CASE country WHEN 'Portugl' THEN 0 ELSE 1 END
value-not-found in from: 'Portugal'
  SELECT c.id FROM customer c LEFT JOIN city t ON c.city_id = t.city_id AND t.country = 'Portugl'
value-not-found in having: 'Portugal'
  SELECT city_id FROM city GROUP BY city_id + 0 HAVING SUM(CASE WHEN country = 'Portugl' THEN 1 ELSE 0 END) = 0
text-compared-as-number in order_by
  SELECT * FROM sale ORDER BY CAST(quantity * 7 AS TEXT)
null-comparison in where: remark IS NOT NULL
  SELECT * FROM sale WHERE remark <> NULL
contradiction in where: quantity BETWEEN 2 AND 4
  SELECT * FROM sale WHERE quantity BETWEEN 4 AND 2
contradiction in where: strftime('%Y-%m', sold_on) BETWEEN '2023-02' AND '2023-04'
  SELECT * FROM sale WHERE strftime('%Y-%m', sold_on) BETWEEN '2023-04' AND '2023-02'
contradiction in where
  SELECT * FROM sale WHERE quantity > 4 AND quantity < 2
constant-condition in where: city_name = 'Vigo'
  SELECT * FROM city WHERE city_name = 'Porto' OR 'Vigo'
bare-column in select
  SELECT city_name, COUNT(*) FROM city GROUP BY country
group-is-row in group_by
  SELECT city_id, COUNT(*) FROM city GROUP BY city_id
aggregate-of-text in select
  SELECT SUM(city_name) FROM city
aggregate-of-text in select: quantity
  SELECT SUM('quantity') FROM sale
order-by-constant in order_by: quantity
  SELECT * FROM sale ORDER BY 'quantity'
quoted-column-as-text in select: quantity
  SELECT "quantitty" FROM sale
integer-division in select
  WITH counted AS (SELECT country, COUNT(*) AS n FROM city GROUP BY country), all_of AS (SELECT country, n FROM
    counted) SELECT n / 7 FROM all_of
`);

const NOTED = casesOf(`
empty-result in where
  SELECT * FROM city WHERE city_name = 'Porto' AND country = 'Spain'
empty-result in where
  SELECT * FROM sale WHERE quantity > 50
empty-result in having
  SELECT sex FROM customer GROUP BY sex HAVING COUNT(*) > 90
duplicate-rows in select
  SELECT country FROM city
join-multiplies in from
  SELECT * FROM sale a JOIN sale b ON a.customer_id = b.customer_id
`);

describe("a clause", () => {
  it.each(REFUSED)(
    "that is refused is explained with what would work: $name",
    async ({ name, lines: [sql = ""] }) => {
      const [, code, clause, suggestion] = EXPECTED.exec(name) ?? [];
      const { failure } = await shop().check(sql);
      expect([failure?.code, failure?.part?.clause]).toEqual([code, clause]);
      expect(failure?.suggestions[0]?.text).toBe(suggestion);
    },
  );

  it("that is refused is told with the place by offsets, and with the columns that there are", async () => {
    const sql = "SELECT full_name FROM customer WHERE city_idd = 1";
    const { start = 0, end = 0 } = (await shop().check(sql)).failure?.part ?? {};
    expect(sql.slice(start, end)).toBe("city_idd");
    const { failure } = await shop().check("SELECT t.nothing_like_it FROM city t");
    expect(failure?.message).toContain("city_id, city_name, country");
  });

  it.each(DOUBTED)(
    "that is legal but probably wrong is doubted: $name, $lines",
    async ({ name, lines: [sql = ""] }) => {
      const [, code, clause, suggestion] = EXPECTED.exec(name) ?? [];
      const { failure, warnings } = await shop().check(sql);
      expect(failure).toBeUndefined();
      const found = warnings.find((warning) => warning.code === code);
      expect(found?.part?.clause).toBe(clause);
      if (suggestion !== undefined) expect(found?.suggestions[0]?.text).toBe(suggestion);
    },
  );

  it.each(NOTED)(
    "of which something is merely worth knowing has a note: $name, $lines",
    async ({ name, lines: [sql = ""] }) => {
      const [, code, clause] = EXPECTED.exec(name) ?? [];
      const { warnings, notes } = await shop().check(sql);
      expect(warnings).toEqual([]);
      expect(notes.map((note) => [note.code, note.part?.clause])).toContainEqual([code, clause]);
    },
  );
});

const RIGHT = casesOf(`
a share of a number that a common table computes and another hands on under its own name
  WITH counted AS (SELECT country, 1.5 * COUNT(*) AS n FROM city GROUP BY country), both_of AS (SELECT 'all' AS
    country, n FROM counted UNION ALL SELECT country, n FROM counted) SELECT (n - 1) / 2 FROM both_of
joins along keys
  SELECT c.full_name, t.city_name FROM customer c JOIN city t ON c.city_id = t.city_id
an undeclared key told by name and values
  SELECT COUNT(*) FROM parcel p JOIN sale s ON p.sale_id = s.id
a join by comma
  SELECT COUNT(*) FROM customer c, city t WHERE c.city_id = t.city_id AND t.country = 'Spain'
a cross join on purpose
  SELECT COUNT(*) FROM city a CROSS JOIN city b
a left join that looks for what is missing
  SELECT c.id FROM customer c LEFT JOIN sale s ON s.customer_id = c.id WHERE s.id IS NULL
a join by USING
  SELECT full_name FROM customer JOIN city USING (city_id)
values in double quotes
  SELECT * FROM city WHERE country = "Spain"
a column that the key determines
  SELECT t.city_name, COUNT(*) FROM customer c JOIN city t ON c.city_id = t.city_id GROUP BY t.city_id
a column beside a lone MAX
  SELECT product_name, MAX(weight) FROM product
numbers as text, cast
  SELECT * FROM product ORDER BY CAST(price_text AS REAL) DESC LIMIT 1
a range over ISO dates
  SELECT * FROM sale WHERE sold_on >= '2023-03' AND sold_on < '2023-04'
a division on purpose
  SELECT weight / 10 * 10 AS ten, COUNT(*) FROM product GROUP BY ten
months in quarters
  SELECT (CAST(substr(sold_on, 6, 2) AS INTEGER) + 2) / 3 AS month, COUNT(*) FROM sale GROUP BY 1
whole numbers in steps that are grouped by
  SELECT weight / 10, COUNT(*) FROM product GROUP BY weight / 10
a share with a cast
  SELECT CAST(SUM(CASE WHEN sex = 'F' THEN 1 ELSE 0 END) AS REAL) / COUNT(*) FROM customer
a window function
  SELECT full_name, RANK() OVER (PARTITION BY city_id ORDER BY id) FROM customer
a set operation
  SELECT country FROM city WHERE city_name = 'Porto' UNION SELECT country FROM city WHERE city_name = 'Vigo' ORDER
    BY 1
a CTE
  WITH spanish AS (SELECT city_id FROM city WHERE country = 'Spain') SELECT COUNT(*) FROM customer JOIN spanish
    USING (city_id)
a recursive CTE
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT COUNT(*) FROM n
EXISTS with a constant
  SELECT full_name FROM customer c WHERE EXISTS (SELECT 1 FROM sale s WHERE s.customer_id = c.id LIMIT 1)
a row value
  SELECT * FROM city WHERE (city_name, country) IN (SELECT city_name, country FROM city)
an exclusion of a blank
  SELECT * FROM city WHERE country <> ''
the trivial condition
  SELECT * FROM city WHERE 1 = 1
`);

describe("a query that is right", () => {
  it.each(RIGHT)("passes without a warning: $name", async ({ lines: [sql = ""] }) => {
    const { failure, warnings } = await shop().check(sql);
    expect(failure).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});

const VALUES = "WITH n(a, b) AS (VALUES (7, 'x'), (9, 'd'), (9, 'c'), (9, 'a'), (9, 'b'), (9, 'a'))";

it.each([
  ["b FROM n ORDER BY a DESC LIMIT 1", "5 rows tie at the LIMIT (9), and 1 of them is shown: a; b; c; …."],
  [
    "a, b FROM n WHERE b > 'b' ORDER BY 1 LIMIT 2",
    "2 rows tie at the LIMIT (9), and 1 of them is shown: 9 | c; 9 | d.",
  ],
  [
    "DISTINCT b FROM n ORDER BY b > 'b' LIMIT 1",
    "2 rows tie at the LIMIT (0), and 1 of them is shown: a; b.",
  ],
  ["* FROM n ORDER BY a DESC LIMIT 5", undefined],
  ["a FROM n ORDER BY a DESC LIMIT 1", undefined],
])("a tie is told with its first rows, where they differ: %s", async (query, expected) => {
  const { notes } = await shop().check(`${VALUES} SELECT ${query}`);
  expect(notes.map(({ message }) => message)).toEqual(expected === undefined ? [] : [expected]);
});
