import { afterAll, beforeAll, describe } from "vitest";
import { environmentConformance } from "../../../src/testing/environment-conformance.ts";
import { SHOP_ENGINES, type Shop } from "../../support/shop-database.ts";
import { vitestRunner } from "../../support/vitest-runner.ts";

const FROM = "customer JOIN city ON customer.home_city_id = city.id";

describe.each(SHOP_ENGINES)("database environment on $name", (engine) => {
  describe.skipIf(engine.missing !== undefined)(engine.missing ?? "keeps to the port", () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await engine.create();
    });
    afterAll(() => shop?.drop());

    environmentConformance(vitestRunner, {
      open: async () => {
        // Elsewhere on a server others write meanwhile, which a lazy index notices: what it can tell at once differs then.
        const environment = await shop.open({ valueIndex: "full" });
        // What a lookup finds depends on what is indexed; the index is built with the lookups otherwise.
        await environment.index.ensureBuilt({ signal: new AbortController().signal });
        return environment;
      },
      task: { question: "How many customers live in each city?" },
      actions: [
        { tool: "find_columns_containing_value", arguments: { value: "Paris" } },
        { tool: "find_columns_containing_value", arguments: { value: "customer" } },
        { tool: "find_columns_containing_value_fuzzy", arguments: { value: "Pariss" } },
        { tool: "get_distinct_values", arguments: { table: "city", column: "name", like: "York", limit: 5 } },
        { tool: "get_distinct_values", arguments: { table: "product", column: "price" } },
        { tool: "is_value_in_column", arguments: { table: "city", column: "name", value: "York" } },
        { tool: "is_value_in_column", arguments: { table: "city", column: "name", value: "Yrok" } },
        { tool: "is_value_in_column", arguments: { table: "city", column: "name", value: "active" } },
        { tool: "get_date_format", arguments: { table: "customer", column: "joined" } },
        { tool: "get_date_format", arguments: { table: "city", column: "name" } },
        { tool: "search_by_SQL", arguments: { query: "SELECT name FROM city ORDER BY id" } },
        { tool: "search_by_SQL", arguments: { query: "SELECT name FROM city WHERE id > 9" } },
        { tool: "find_join_path", arguments: { tables: ["customer", "product"] } },
        { tool: "find_join_path", arguments: { tables: ["customer", "parameter"] } },
        { tool: "describe_tables", arguments: { tables: ["customer"] } },
        { tool: "from", arguments: { from_statement: `FROM ${FROM}` } },
        // Leaves one group: DuckDB gives several in another order each time.
        { tool: "where", arguments: { where_statement: "WHERE status = 'B'" } },
        { tool: "select", arguments: { select_statement: "SELECT city.name, COUNT(*) AS n" } },
        { tool: "group_by", arguments: { group_by_statement: "GROUP BY city.name" } },
        { tool: "having", arguments: { having_statement: "HAVING COUNT(*) >= 1" } },
        { tool: "order_by", arguments: { order_by_statement: "ORDER BY n DESC LIMIT 3" } },
        { tool: "check_query", arguments: { query: "" } },
        { tool: "use_values", arguments: { name: "given", values: '["Paris", "York"]' } },
        { tool: "check_query", arguments: { query: "SELECT count(*) FROM city JOIN given ON name = value" } },
      ],
      nonsense: { text: "I do not know." },
    });
  });
});
