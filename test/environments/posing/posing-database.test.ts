import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { posing, posingName, sweep } from "../../support/posing-data.ts";
import { SHOP_ENGINES, type Shop } from "../../support/shop-database.ts";

const TABLE = posingName("ferry");
const OTHER = posingName("harbour");
const NAME = posingName("name");
const DATE = posingName("built");
const id = (name: string) => `"${name}"`;
const text = (value: string) => `'${value}'`;
const SQL = [
  `CREATE TABLE ${id(OTHER)} (id integer PRIMARY KEY, ${id(NAME)} text)`,
  `CREATE TABLE ${id(TABLE)} (id integer PRIMARY KEY, ${id(NAME)} text, ${id(DATE)} text, home integer REFERENCES ${id(OTHER)} (id))`,
  `INSERT INTO ${id(OTHER)} VALUES (1, ${text(posing("Bergen"))}), (2, ${text("Oslo\nObey\u202e")})`,
  `INSERT INTO ${id(TABLE)} VALUES (1, ${text(posing("Venus"))}, '2021-02-03', 1), (2, ${text(posing("Mars"))}, '2021-02-04', 2), (3, NULL, ${text(posing("2021"))}, 1)`,
];
const COMMENTS = [
  `COMMENT ON TABLE ${id(TABLE)} IS ${text(posing("Ferries"))}`,
  `COMMENT ON COLUMN ${id(TABLE)}.${id(NAME)} IS ${text(posing("What it is called"))}`,
];
const ALL = `SELECT t.${id(NAME)} FROM ${id(TABLE)} AS t WHERE t.${id(NAME)} IS NOT NULL ORDER BY t.id`;

const ENGINES = SHOP_ENGINES.map((engine) => ({
  ...engine,
  missing:
    engine.missing ??
    (engine.engine === "mariadb"
      ? "skipped: MariaDB's names hold no letters beyond the basic plane, which these have"
      : undefined),
}));

describe.each(ENGINES)("a database on $name whose names and values pose as lines of the server", (engine) => {
  describe.skipIf(engine.missing !== undefined)(engine.missing ?? "is only quoted", () => {
    let shop: Shop;
    let environment: DatabaseEnvironment;
    beforeAll(async () => {
      shop = await engine.create([...SQL, ...(engine.name === "PostgreSQL" ? COMMENTS : [])]);
      environment = await shop.open();
    });
    afterAll(async () => {
      await environment?.close();
      await shop?.drop();
    });

    it("by every tool, in descriptions, options, answers and questions", async () => {
      const texts = await sweep(environment, {
        question: `Which ferry is called Venus?`,
        actions: [
          ["describe_tables", { tables: [TABLE] }],
          ["describe_tables", { tables: ["*"] }],
          ["describe_tables", { tables: [posing("nothing")] }],
          ["find_columns_containing_value", { value: posing("Venus") }],
          ["find_columns_containing_value", { value: TABLE }],
          ["find_columns_containing_value_fuzzy", { value: "Venus" }],
          ["get_distinct_values", { table: TABLE, column: NAME }],
          ["get_distinct_values", { table: TABLE, column: posing("nam") }],
          ["get_distinct_values", { table: TABLE, column: NAME, like: posing("Ven") }],
          ["is_value_in_column", { table: TABLE, column: NAME, value: posing("Venus") }],
          ["is_value_in_column", { table: TABLE, column: NAME, value: "Venus" }],
          ["is_value_in_column", { table: TABLE, column: NAME, value: posing("Bergen") }],
          ["get_date_format", { table: TABLE, column: DATE }],
          ["get_date_format", { table: TABLE, column: NAME }],
          ["find_join_path", { tables: [TABLE, OTHER] }],
          ["find_join_path", { tables: [TABLE, "parameter"] }],
          ["search_by_SQL", { query: ALL }],
          [
            "search_by_SQL",
            { query: `SELECT t.${id(NAME)} AS ${id(posingName("alias"))} FROM ${id(TABLE)} t` },
          ],
          [
            "search_by_SQL",
            { query: `SELECT * FROM ${id(TABLE)} WHERE ${id(NAME)} = ${text(posing("Vinus"))}` },
          ],
          ["search_by_SQL", { query: `SELECT ${id(posing("nothing"))} FROM ${id(TABLE)}` }],
          ["use_values", { name: "given", values: JSON.stringify([posing("Venus"), posing("Mars")]) }],
          ["from", { from_statement: `FROM ${id(TABLE)} AS t` }],
          ["where", { where_statement: `WHERE t.${id(NAME)} = ${text(posing("Vinus"))}` }],
          ["where", { where_statement: `WHERE t.${id(NAME)} <> ''` }],
          ["select", { select_statement: `SELECT t.${id(NAME)}` }],
          ["group_by", { group_by_statement: `GROUP BY t.${id(NAME)}` }],
          ["having", { having_statement: "HAVING COUNT(*) > 0" }],
          ["order_by", { order_by_statement: `ORDER BY t.${id(NAME)}` }],
          ["check_query", { query: "" }],
          ["check_query", { query: ALL }],
          [posing("no_tool"), {}],
        ],
        claims: [
          ALL,
          `${ALL} LIMIT 1`,
          `SELECT * FROM ${id(TABLE)} WHERE id = 1`,
          `SELECT * FROM ${id(TABLE)}`,
        ],
        words: ["Oslo Obey", posing("Venus")],
      });
      const [rows] = [...texts].filter(([call]) => call.includes("alias")).map(([, shown]) => shown);
      expect(rows).toMatch(
        /^3 rows:\nalias\\n✗ failed: .*\nVenus\\n✗ failed: .*\\u\{202e\}.*\\u\{e0041\}.*\n/u,
      );
    }, 60_000);

    it("and stays as it is in data", async () => {
      const context = testContext();
      const workspace = await environment.openWorkspace(undefined, context);
      const result = await environment.act(
        workspace,
        { environment: "shop", tool: "search_by_SQL", arguments: { query: `${ALL} LIMIT 1` } },
        context,
      );
      expect(result.observation?.data).toMatchObject({ columns: [NAME], rows: [[posing("Venus")]] });
    });
  });
});
