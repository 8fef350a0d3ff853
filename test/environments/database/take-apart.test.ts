import { expect, it } from "vitest";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { describeShops } from "../../support/describe-shops.ts";
import { SHOP_ENGINES } from "../../support/shop-database.ts";

const QUERIES: readonly string[] = [
  "SELECT count(*) FROM city",
  "select  c.name ,  x.name from customer as c join city x on c.home_city_id=x.id where c.status = 'A' order by c.name desc limit 2",
  "SELECT status, count(*) AS n FROM customer GROUP BY status HAVING count(*) > 1 ORDER BY n",
  "SELECT max(id) FROM customer HAVING count(*) > 1",
  "SELECT name FROM city WHERE country = 'FR' UNION SELECT name FROM customer WHERE status = 'B' ORDER BY 1",
  "SELECT name FROM city EXCEPT SELECT name FROM city WHERE id IN (SELECT home_city_id FROM customer)",
  "WITH spent(who, total) AS (SELECT customer_id, sum(quantity) FROM purchase p JOIN purchase_line l ON p.id = l.purchase_id GROUP BY customer_id) SELECT c.name, s.total FROM spent s JOIN customer c ON c.id = s.who WHERE s.total > 1 ORDER BY s.total DESC",
  "WITH a AS (SELECT id FROM city ORDER BY id LIMIT 3), b AS (SELECT id FROM a WHERE id > 1) SELECT count(*) FROM b",
  "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT sum(i) FROM n",
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i * 2 FROM n WHERE i < 100), m AS (SELECT max(i) AS top FROM n) SELECT top FROM m",
  "SELECT 1 + 1 AS two",
  "SELECT DISTINCT country FROM city WHERE country IS NOT NULL ORDER BY country LIMIT 2 OFFSET 1",
  'SELECT name FROM customer WHERE "e mail" IS NULL -- nobody writes to them',
];

describeShops("taking a query apart", SHOP_ENGINES, (open) => {
  it.each(QUERIES)("%s", async (sql) => {
    const { sql: capability } = open.environment.capabilities;
    const context = testContext();
    const actions = capability?.takeApart(sql) ?? [];
    expect(actions.length).toBeGreaterThanOrEqual(3);
    let workspace = await open.environment.openWorkspace(undefined, context);
    for (const action of actions) {
      for (const [name, text] of Object.entries(action.arguments)) {
        if (name.endsWith("_statement")) expect(sql).toContain(String(text));
      }
      const result = await open.environment.act(workspace, action, context);
      expect(result.failure, JSON.stringify(action)).toBeUndefined();
      workspace = result.workspace ?? workspace;
    }
    const { evidence } = await open.environment.conclude(workspace, {}, context);
    const ours = await capability?.query(evidence?.sql ?? "", { maxRows: 100 }, context);
    const wanted = await capability?.query(sql, { maxRows: 100 }, context);
    expect(ours?.rows).toEqual(wanted?.rows);
  });

  it("is given up where a draft has no place for a part", () => {
    const { sql: capability } = open.environment.capabilities;
    expect(capability?.takeApart("not sql at all")).toBeUndefined();
    expect(capability?.takeApart("SELECT 1; SELECT 2")).toBeUndefined();
    expect(capability?.takeApart("SELECT rank() OVER w FROM city WINDOW w AS (ORDER BY id)")).toBeUndefined();
    expect(
      capability?.takeApart("WITH a AS (WITH b AS (SELECT 1 AS x) SELECT x FROM b) SELECT x FROM a"),
    ).toBeUndefined();
  });

  it("does not keep a query that cannot be taken apart from being checked and answered", async () => {
    const sql = "WITH a AS (WITH b AS (SELECT 1 AS x) SELECT x FROM b) SELECT x FROM a";
    const context = testContext();
    const empty = await open.environment.openWorkspace(undefined, context);
    const action = { environment: "shop", tool: "check_query", arguments: { query: sql } };
    const checked = await open.environment.act(empty, action, context);
    expect(checked.observation?.data.rows).toBe(1);
    const { answer } = await open.environment.conclude(checked.workspace ?? empty, {}, context);
    expect(answer?.value).toBe(1);
  });
});
