import { afterAll, beforeAll, describe } from "vitest";
import { heuristicsConformance } from "../../../src/testing/heuristics-conformance.ts";
import { sqlCapabilityConformance } from "../../../src/testing/sql-capability-conformance.ts";
import { SHOPS, type Shop } from "../../support/shop-database.ts";
import { vitestRunner } from "../../support/vitest-runner.ts";

describe.each([SHOPS.sqlite])("capabilities of a database on $name", (engine) => {
  describe.skipIf(engine.missing !== undefined)(engine.missing ?? "keep to their ports", () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await engine.create();
    });
    afterAll(() => shop?.drop());

    sqlCapabilityConformance(vitestRunner, {
      open: () => shop.open(),
      queries: [
        "SELECT name FROM city ORDER BY id",
        "SELECT c.name, p.placed_on FROM customer AS c JOIN purchase AS p ON p.customer_id = c.id WHERE c.status = 'A' ORDER BY p.id LIMIT 2",
        "SELECT status, count(*) AS n FROM customer GROUP BY status HAVING count(*) >= 1 ORDER BY status",
        "SELECT name FROM city WHERE country = 'FR' UNION SELECT name FROM city WHERE country = 'US' ORDER BY name",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n ORDER BY i",
        "SELECT title, rank() OVER (ORDER BY price DESC) AS place FROM product WHERE price IS NOT NULL ORDER BY id",
      ],
      writing: "DELETE FROM city",
      endless:
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT count(*) FROM n",
    });

    heuristicsConformance(vitestRunner, {
      open: () => shop.open(),
      understood: ["How many customers are there?", "What is the average price of products?"],
      notUnderstood: [
        { question: "Wie viele Kunden wohnen in Paris?", words: ["Kunden", "wohnen"] },
        { question: "Would a flower shop pay off?", words: ["flower"] },
      ],
    });
  });
});
