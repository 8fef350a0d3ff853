import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedDatabase, checkedSqlite, SHOP } from "./checked-database.ts";

let shop: CheckedDatabase;
beforeAll(async () => {
  shop = await checkedSqlite(SHOP);
});
afterAll(() => shop.close());

/** Query, the code that must be said, the clause it must be said of, and the first suggestion where one is due. */
const WRONG: readonly (readonly [
  name: string,
  sql: string,
  code: string,
  clause: string,
  suggestion?: string,
])[] = [
  [
    "a join on columns that are no keys of each other",
    "SELECT c.full_name FROM customer c JOIN city t ON c.id = t.city_id",
    "join-no-overlap",
    "from",
    "c.city_id = t.city_id",
  ],
  [
    "a join on numbers that overlap by chance",
    "SELECT COUNT(*) FROM sale s JOIN parcel p ON s.quantity = p.parcel_no",
    "join-without-key",
    "from",
    "p.sale_id = s.id",
  ],
  [
    "a join without condition",
    "SELECT COUNT(*) FROM sale s JOIN product p",
    "join-missing-condition",
    "from",
    "product p ON s.product_id = p.id",
  ],
  [
    "a join by comma without condition",
    "SELECT COUNT(*) FROM sale s, product p",
    "join-missing-condition",
    "from",
  ],
  [
    "a join by comma whose WHERE does not tie the tables",
    "SELECT COUNT(*) FROM sale s, product p WHERE s.quantity > 2",
    "join-missing-condition",
    "from",
  ],
  [
    "a misspelt value",
    "SELECT * FROM city WHERE city_name = 'Lisbom'",
    "value-not-found",
    "where",
    "'Lisbon'",
  ],
  [
    "a value in another case",
    "SELECT * FROM city WHERE city_name = 'LISBON'",
    "value-not-found",
    "where",
    "'Lisbon'",
  ],
  [
    "a value of another column of the same table",
    "SELECT * FROM city WHERE city_name = 'Spain'",
    "value-not-found",
    "where",
    "country",
  ],
  [
    "a value of a joined table's column",
    "SELECT c.full_name FROM customer c JOIN city t ON c.city_id = t.city_id WHERE c.phone = 'Porto'",
    "value-not-found",
    "where",
    "t.city_name",
  ],
  [
    "the label of a foreign key",
    "SELECT * FROM customer WHERE city_id = 'Vigo'",
    "value-not-found",
    "where",
    "city.city_name = 'Vigo'",
  ],
  ["the word for a code", "SELECT * FROM customer WHERE sex = 'Female'", "value-not-found", "where", "'F'"],
  [
    "a value in double quotes that is not there",
    'SELECT * FROM city WHERE city_name = "Prto"',
    "value-not-found",
    "where",
    "'Porto'",
  ],
  [
    "a missing value inside IN",
    "SELECT * FROM city WHERE city_name IN ('Lisbon', 'Portto')",
    "value-not-found",
    "where",
    "'Porto'",
  ],
  [
    "a pattern that fits nothing",
    "SELECT * FROM city WHERE city_name LIKE '%Lisbxn%'",
    "value-not-found",
    "where",
    "'%Lisbon%'",
  ],
  [
    "a missing value inside a subquery",
    "SELECT full_name FROM customer WHERE city_id IN (SELECT city_id FROM city WHERE country = 'Spian')",
    "value-not-found",
    "where",
    "'Spain'",
  ],
  [
    "a missing value in a CASE of the select list",
    "SELECT SUM(CASE WHEN country = 'Portugl' THEN 1 ELSE 0 END) FROM city",
    "value-not-found",
    "select",
    "'Portugal'",
  ],
  ...(
    [
      ["an IIF", "SELECT SUM(IIF(country = 'Portugl', 1, 0)) FROM city", "select"],
      ["a FILTER", "SELECT COUNT(*) FILTER (WHERE country = 'Portugl') FROM city", "select"],
      [
        "a CASE of the ordering",
        "SELECT * FROM city ORDER BY CASE country WHEN 'Portugl' THEN 0 ELSE 1 END",
        "order_by",
      ],
      [
        "an ON",
        "SELECT c.id FROM customer c LEFT JOIN city t ON c.city_id = t.city_id AND t.country = 'Portugl'",
        "from",
      ],
      [
        "a CASE of HAVING",
        "SELECT city_id FROM city GROUP BY city_id + 0 HAVING SUM(CASE WHEN country = 'Portugl' THEN 1 ELSE 0 END) = 0",
        "having",
      ],
    ] as const
  ).map(
    ([place, sql, clause]) =>
      [`a missing value in ${place}`, sql, "value-not-found", clause, "'Portugal'"] as const,
  ),
  [
    "a date in another form",
    "SELECT * FROM sale WHERE sold_on = '15/01/2023'",
    "date-format-mismatch",
    "where",
    "'2023-01-15'",
  ],
  [
    "a date compared with a moment",
    "SELECT * FROM customer WHERE joined = '2010-01-01'",
    "date-format-mismatch",
    "where",
    "joined LIKE '2010-01-01%'",
  ],
  [
    "a range over dates that do not sort as text",
    "SELECT * FROM customer WHERE birthday > '01/02/1970'",
    "date-format-mismatch",
    "where",
  ],
  [
    "a date function that cannot read the form",
    "SELECT * FROM customer WHERE strftime('%Y', birthday) = '1970'",
    "date-format-mismatch",
    "where",
  ],
  [
    "numbers kept as text, compared",
    "SELECT * FROM product WHERE price_text > 50",
    "text-compared-as-number",
    "where",
  ],
  [
    "numbers kept as text, ordered",
    "SELECT * FROM product ORDER BY price_text DESC LIMIT 1",
    "text-compared-as-number",
    "order_by",
  ],
  [
    "numbers kept as text under MAX",
    "SELECT MAX(price_text) FROM product",
    "text-compared-as-number",
    "select",
  ],
  [
    "numbers cast to text and ordered",
    "SELECT * FROM sale ORDER BY CAST(quantity * 7 AS TEXT)",
    "text-compared-as-number",
    "order_by",
  ],
  [
    "NULL compared by =",
    "SELECT * FROM sale WHERE remark = NULL",
    "null-comparison",
    "where",
    "remark IS NULL",
  ],
  [
    "NULL compared by <>",
    "SELECT * FROM sale WHERE remark <> NULL",
    "null-comparison",
    "where",
    "remark IS NOT NULL",
  ],
  [
    "two values of one column at once",
    "SELECT * FROM city WHERE country = 'Spain' AND country = 'Portugal'",
    "contradiction",
    "where",
    "(country = 'Spain' OR country = 'Portugal')",
  ],
  [
    "a range the wrong way round",
    "SELECT * FROM sale WHERE quantity BETWEEN 4 AND 2",
    "contradiction",
    "where",
    "quantity BETWEEN 2 AND 4",
  ],
  [
    "a range of a calculation the wrong way round",
    "SELECT * FROM sale WHERE strftime('%Y-%m', sold_on) BETWEEN '2023-04' AND '2023-02'",
    "contradiction",
    "where",
    "strftime('%Y-%m', sold_on) BETWEEN '2023-02' AND '2023-04'",
  ],
  [
    "ranges that exclude each other",
    "SELECT * FROM sale WHERE quantity > 4 AND quantity < 2",
    "contradiction",
    "where",
  ],
  [
    "a bare value after OR",
    "SELECT * FROM city WHERE city_name = 'Porto' OR 'Vigo'",
    "constant-condition",
    "where",
    "city_name = 'Vigo'",
  ],
  [
    "a column beside an aggregate",
    "SELECT city_name, COUNT(*) FROM city",
    "bare-column",
    "select",
    'group_by("city_name")',
  ],
  [
    "a column that the group does not determine",
    "SELECT city_name, COUNT(*) FROM city GROUP BY country",
    "bare-column",
    "select",
  ],
  [
    "grouping by the table's key",
    "SELECT city_id, COUNT(*) FROM city GROUP BY city_id",
    "group-is-row",
    "group_by",
  ],
  ["a sum over names", "SELECT SUM(city_name) FROM city", "aggregate-of-text", "select"],
  ["a sum over a quoted name", "SELECT SUM('quantity') FROM sale", "aggregate-of-text", "select", "quantity"],
  [
    "an ordering by a quoted name",
    "SELECT * FROM sale ORDER BY 'quantity'",
    "order-by-constant",
    "order_by",
    "quantity",
  ],
  [
    "a misspelt name in double quotes",
    'SELECT "quantitty" FROM sale',
    "quoted-column-as-text",
    "select",
    "quantity",
  ],
  [
    "a share of integers",
    "SELECT SUM(CASE WHEN sex = 'F' THEN 1 ELSE 0 END) / COUNT(*) FROM customer",
    "integer-division",
    "select",
  ],
  [
    "a share of integers that a common table hands on under their own name",
    "WITH counted AS (SELECT country, COUNT(*) AS n FROM city GROUP BY country), all_of AS (SELECT country, n FROM counted) SELECT n / 7 FROM all_of",
    "integer-division",
    "select",
  ],
  [
    "a row condition in HAVING",
    "SELECT country, COUNT(*) FROM city GROUP BY country HAVING country = 'Spain'",
    "having-without-aggregate",
    "having",
  ],
];

describe("a clause that is legal but probably wrong", () => {
  it.each(WRONG)("is doubted for %s", async (_, sql = "", code, clause, suggestion) => {
    const { failure, warnings } = await shop.check(sql);
    expect(failure).toBeUndefined();
    const found = warnings.find((warning) => warning.code === code);
    expect(found?.part?.clause).toBe(clause);
    if (suggestion !== undefined) expect(found?.suggestions[0]?.text).toBe(suggestion);
  });
});

const RIGHT: readonly (readonly [name: string, sql: string])[] = [
  [
    "a share of a number that a common table computes and another hands on under its own name",
    "WITH counted AS (SELECT country, 1.5 * COUNT(*) AS n FROM city GROUP BY country), both_of AS (SELECT 'all' AS country, n FROM counted UNION ALL SELECT country, n FROM counted) SELECT (n - 1) / 2 FROM both_of",
  ],
  [
    "joins along keys",
    "SELECT c.full_name, t.city_name FROM customer c JOIN city t ON c.city_id = t.city_id",
  ],
  [
    "an undeclared key told by name and values",
    "SELECT COUNT(*) FROM parcel p JOIN sale s ON p.sale_id = s.id",
  ],
  [
    "a join by comma",
    "SELECT COUNT(*) FROM customer c, city t WHERE c.city_id = t.city_id AND t.country = 'Spain'",
  ],
  ["a cross join on purpose", "SELECT COUNT(*) FROM city a CROSS JOIN city b"],
  [
    "a left join that looks for what is missing",
    "SELECT c.id FROM customer c LEFT JOIN sale s ON s.customer_id = c.id WHERE s.id IS NULL",
  ],
  ["a join by USING", "SELECT full_name FROM customer JOIN city USING (city_id)"],
  ["values in double quotes", 'SELECT * FROM city WHERE country = "Spain"'],
  [
    "a column that the key determines",
    "SELECT t.city_name, COUNT(*) FROM customer c JOIN city t ON c.city_id = t.city_id GROUP BY t.city_id",
  ],
  ["a column beside a lone MAX", "SELECT product_name, MAX(weight) FROM product"],
  ["numbers as text, cast", "SELECT * FROM product ORDER BY CAST(price_text AS REAL) DESC LIMIT 1"],
  ["a range over ISO dates", "SELECT * FROM sale WHERE sold_on >= '2023-03' AND sold_on < '2023-04'"],
  ["a division on purpose", "SELECT weight / 10 * 10 AS ten, COUNT(*) FROM product GROUP BY ten"],
  [
    "months in quarters",
    "SELECT (CAST(substr(sold_on, 6, 2) AS INTEGER) + 2) / 3 AS month, COUNT(*) FROM sale GROUP BY 1",
  ],
  [
    "whole numbers in steps that are grouped by",
    "SELECT weight / 10, COUNT(*) FROM product GROUP BY weight / 10",
  ],
  [
    "a share with a cast",
    "SELECT CAST(SUM(CASE WHEN sex = 'F' THEN 1 ELSE 0 END) AS REAL) / COUNT(*) FROM customer",
  ],
  ["a window function", "SELECT full_name, RANK() OVER (PARTITION BY city_id ORDER BY id) FROM customer"],
  [
    "a set operation",
    "SELECT country FROM city WHERE city_name = 'Porto' UNION SELECT country FROM city WHERE city_name = 'Vigo' ORDER BY 1",
  ],
  [
    "a CTE",
    "WITH spanish AS (SELECT city_id FROM city WHERE country = 'Spain') SELECT COUNT(*) FROM customer JOIN spanish USING (city_id)",
  ],
  [
    "a recursive CTE",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT COUNT(*) FROM n",
  ],
  [
    "EXISTS with a constant",
    "SELECT full_name FROM customer c WHERE EXISTS (SELECT 1 FROM sale s WHERE s.customer_id = c.id LIMIT 1)",
  ],
  ["a row value", "SELECT * FROM city WHERE (city_name, country) IN (SELECT city_name, country FROM city)"],
  ["an exclusion of a blank", "SELECT * FROM city WHERE country <> ''"],
  ["the trivial condition", "SELECT * FROM city WHERE 1 = 1"],
];

describe("a query that is right", () => {
  it.each(RIGHT)("passes without a warning: %s", async (_, sql) => {
    const { failure, warnings } = await shop.check(sql);
    expect(failure).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});

describe("what is merely worth knowing", () => {
  it.each([
    ["a tie at the LIMIT", "SELECT * FROM sale ORDER BY quantity LIMIT 3", "tie-at-limit"],
    [
      "conditions that only together leave nothing",
      "SELECT * FROM city WHERE city_name = 'Porto' AND country = 'Spain'",
      "empty-result",
    ],
    ["a range beyond all values", "SELECT * FROM sale WHERE quantity > 50", "empty-result"],
    [
      "groups of which none is left",
      "SELECT sex FROM customer GROUP BY sex HAVING COUNT(*) > 90",
      "empty-result",
    ],
    ["rows that are equal", "SELECT country FROM city", "duplicate-rows"],
    [
      "a join that multiplies rows",
      "SELECT * FROM sale a JOIN sale b ON a.customer_id = b.customer_id",
      "join-multiplies",
    ],
  ] as const)("is a note: %s", async (_, sql, code) => {
    const { warnings, notes } = await shop.check(sql);
    expect(warnings).toEqual([]);
    expect(notes.map((note) => note.code)).toContain(code);
  });

  it("says of a tie how many rows have it and how many of them are shown", async () => {
    const { notes } = await shop.check(
      "WITH n(a) AS (VALUES (7), (9), (9), (9)) SELECT a FROM n ORDER BY a DESC LIMIT 1",
    );
    expect(notes.map(({ message }) => message)).toContain(
      "3 rows tie at the LIMIT with the same ordering values (9), and 1 of them is shown.",
    );
  });
});
