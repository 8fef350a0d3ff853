import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { createDatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { openDuckdbDriver } from "../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { ShopSession } from "../../../support/shop-session.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** What other engines do not have or write differently. */
const QUERIES = [
  "FROM customer SELECT name, city WHERE city = 'Lyon'",
  "SELECT * EXCLUDE (tags, info) FROM customer",
  "SELECT * REPLACE (upper(name) AS name) FROM customer",
  "SELECT c.* EXCLUDE (info), p.amount FROM customer c JOIN purchase p ON p.customer_id = c.id LIMIT 2",
  "SELECT name, amount FROM customer c JOIN purchase p ON c.id = p.customer_id QUALIFY row_number() OVER (PARTITION BY c.id ORDER BY amount DESC) = 1",
  "SELECT list_transform(tags, x -> x || '!') FROM customer",
  "SELECT list_transform(tags, lambda x: x || '!') AS t FROM customer",
  "SELECT [x * 2 FOR x IN [1, 2, 3] IF x > 1] AS l",
  "SELECT info.age, info['mail'] FROM customer",
  "SELECT tags[1], tags[1:2] FROM customer",
  "SELECT amount::INTEGER, '5'::INT // 2 FROM purchase LIMIT 1",
  "SELECT COLUMNS('na.*') FROM customer",
  "PIVOT purchase ON customer_id USING sum(amount) GROUP BY bought_on",
  "WITH p AS (PIVOT purchase ON customer_id USING sum(amount)) SELECT count(*) FROM p",
  "UNPIVOT sales.goal ON month, goal INTO NAME n VALUE v",
  "SELECT c.name, t.tag FROM customer c, unnest(c.tags) AS t(tag)",
  "SELECT count(*) FILTER (WHERE city = 'Lyon') FROM customer",
  "SELECT date_trunc('month', bought_on) AS m, sum(amount) FROM purchase GROUP BY m HAVING sum(amount) > 10 ORDER BY m",
  "SELECT * FROM customer POSITIONAL JOIN sales.goal",
  "SELECT * FROM purchase p ASOF JOIN purchase q ON p.customer_id = q.customer_id AND p.bought_on >= q.bought_on LIMIT 1",
  "SELECT * FROM customer ANTI JOIN purchase ON customer.id = purchase.customer_id",
  "SELECT * FROM purchase USING SAMPLE 10%",
  "SELECT name FROM customer UNION BY NAME SELECT city, name FROM customer",
  "SELECT x: 42, y: name FROM customer",
  "SELECT city, list(name ORDER BY name DESC) FROM customer GROUP BY city",
  "SELECT sum(amount) OVER w FROM purchase WINDOW w AS (ORDER BY bought_on ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) LIMIT 1",
  "SELECT i, lag(i IGNORE NULLS) OVER (ORDER BY i) FROM generate_series(1, 3) AS t(i)",
  "DESCRIBE customer",
  "SUMMARIZE purchase",
  "SHOW TABLES",
  "SELECT bought_on + INTERVAL 1 MONTH FROM purchase LIMIT 1",
  "SELECT name FROM customer LIMIT 50%",
  "SELECT CASE WHEN amount > 5 THEN 'x' ELSE 'y' END AS k, count() FROM purchase GROUP BY k",
  "SELECT DISTINCT ON (city) city, name FROM customer ORDER BY city, name",
  "FROM customer c JOIN purchase p ON c.id = p.customer_id SELECT c.city, sum(p.amount) AS s GROUP BY c.city",
  "SELECT * LIKE '%name%' FROM customer",
  "SELECT name AS n, n || '!' AS m FROM customer WHERE n = 'Anna'",
  "SELECT g.month, sum(p.amount) / any_value(g.goal) FROM sales.goal g JOIN purchase p ON month(p.bought_on) = g.month GROUP BY ALL",
  "SELECT name FROM customer WHERE id IN (FROM purchase SELECT customer_id)",
  "SELECT $$a;b$$, e'\\n', 'x' || 'y'",
  "SELECT #1 FROM customer ORDER BY #1",
  "SELECT info->>'$.mail' FROM customer",
  "SELECT name FROM customer WHERE len(tags) > 0 AND list_contains(tags, 'a')",
  "SELECT approx_quantile(amount, 0.5), quantile_cont(amount, [0.25, 0.75]) FROM purchase",
];

describe("what only DuckDB has", () => {
  const folder = temporaryFolder();
  const path = join(folder, "shop.duckdb");
  let environment: DatabaseEnvironment;

  beforeAll(async () => {
    await asDuckdbOwner(
      path,
      `CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR, city VARCHAR, tags VARCHAR[],
        info STRUCT(age INTEGER, mail VARCHAR))`,
      `INSERT INTO customer VALUES (1, 'Anna', 'Lyon', ['a', 'b'], {'age': 30, 'mail': 'x@y'}),
        (2, 'Ben', 'Paris', ['c'], NULL), (3, 'Cleo', 'Lyon', [], {'age': 40, 'mail': NULL})`,
      `CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer (id), bought_on DATE,
        amount DECIMAL(10, 2), note VARCHAR)`,
      "INSERT INTO purchase SELECT i, 1 + i % 3, DATE '2024-01-01' + i::INTEGER, i * 1.5, 'n' || i FROM range(60) AS t (i)",
      "CREATE SCHEMA sales",
      "CREATE TABLE sales.goal (month INTEGER, goal DOUBLE)",
      "INSERT INTO sales.goal VALUES (1, 10), (2, 20)",
    );
    environment = await createDatabaseEnvironment({
      id: "shop",
      driver: await openDuckdbDriver({ path }),
      cacheFolder: join(folder, "cache"),
    });
  });
  afterAll(() => environment?.close());

  it.each(QUERIES)("is run and checked: %s", async (query) => {
    const session = await ShopSession.open(environment);
    const found = await session.act("search_by_SQL", { query });
    expect(found.text).not.toBe("");
    const checked = await session.act("check_query", { query });
    const findings = (checked.data as { findings?: readonly { severity: string }[] }).findings ?? [];
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
