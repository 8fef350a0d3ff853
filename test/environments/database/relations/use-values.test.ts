import { expect, it } from "vitest";
import type { ReferencedKind } from "../../../../src/environment/act-context.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { describeShops } from "../../../support/describe-shops.ts";
import { handedOver } from "../../../support/handed-over.ts";
import { everywhere, type PerEngine } from "../../../support/per-engine.ts";
import { SHOP_ENGINES } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";

/** Of 'YORK' and 'York': MariaDB compares without regard to case. */
const UNITED: PerEngine<number> = { ...everywhere(5), mariadb: 3 };
const REFERENCE = "kb:#3.labels";
const PLACES = { name: "places", values: REFERENCE };
const NAMES = ["York", "Paris", "Atlantis"];
type Values = readonly (string | number | null)[];

describeShops("values of another environment as a table", SHOP_ENGINES, (shop) => {
  async function session(values: Values = NAMES, kind: ReferencedKind = "texts"): Promise<ShopSession> {
    const context = await handedOver(REFERENCE, kind, values);
    return ShopSession.open(shop.environment, "Which customers live there?", context);
  }
  async function using(values?: Values, kind?: ReferencedKind): Promise<ShopSession> {
    const opened = await session(values, kind);
    await opened.act("use_values", PLACES);
    return opened;
  }
  async function rows(open: ShopSession, query: string, expected: readonly unknown[][]): Promise<void> {
    expect((await open.act("search_by_SQL", { query })).data.rows, query).toEqual(expected);
  }

  it("says what they are, where they stand and how to join them, and keeps only a reference", async () => {
    const open = await session();
    const { text, data } = await open.act("use_values", PLACES);
    expect(text).toBe(
      "places(value) is a table of 3 texts of kb:#3.labels, each once: 'York', 'Paris', 'Atlantis'.\n" +
        "Found in city.name (2 of the first 3).\n" +
        "Use it like any table: JOIN places ON city.name = places.value, or city.name IN (SELECT value FROM places).",
    );
    expect(data).toMatchObject({ name: "places", total: 3, kind: "texts" });
    expect(JSON.stringify(open.workspace)).not.toContain("Paris");
  });

  it("work in search_by_SQL: joined, in subqueries, set operations, CTEs and recursive ones", async () => {
    const open = await using();
    const quoted = shop.engine.engine === "mariadb" ? "`places`" : '"places"';
    for (const [query, ...expected] of [
      ["SELECT c.id FROM city c JOIN places p ON p.value = c.name ORDER BY 1", 3, 4],
      ["SELECT count(*) FROM city WHERE name NOT IN (SELECT value FROM places)", 2],
      ["SELECT value FROM places EXCEPT SELECT name FROM city", "Atlantis"],
      ["WITH p AS (SELECT value FROM places) SELECT count(*) FROM p, city WHERE name = value", 2],
      [
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT count(*) FROM n, places",
        9,
      ],
      [`SELECT count(*) FROM ${quoted}`, 3],
      // A table of the query's own under their name hides them.
      ["WITH places AS (SELECT 1 AS one) SELECT one FROM places", 1],
    ] as const)
      await rows(
        open,
        query,
        expected.map((cell) => [cell]),
      );
  });

  it("work in a draft clause by clause, without a warning of a missing key", async () => {
    const open = await using();
    const from = await open.act("from", {
      from_statement:
        "customer c JOIN city ON city.id = c.home_city_id JOIN places ON city.name = places.value",
    });
    expect(from.warnings).toEqual([]);
    expect(from.text).toContain("places 3");
    const where = await open.act("where", { where_statement: "places.value <> 'Paris'" });
    expect(where.warnings).toEqual([]);
    await open.draft({ select: "c.name, places.value", order_by: "c.name" });
    const { answer, evidence } = await open.conclude();
    expect(answer?.rows?.rows).toEqual([
      ["Cy Young", "York"],
      ["Di Ng", "York"],
    ]);
    expect(evidence?.sql).toMatch(/^-- places\(value\): 3 texts of kb:#3\.labels\nSELECT c\.name/u);
  });

  it("work in drafts with CTEs and set operations, and in check_query", async () => {
    const open = await using();
    await open.draft({ from: "places", where: "", select: "upper(value) AS big" });
    await open.act("from", { from_statement: "city", operator: "UNION" });
    const second = await open.draft(
      { where: "name IN (SELECT value FROM places)", select: "name" },
      { part: "2" },
    );
    expect(second.data.totalRows).toBe(UNITED[shop.engine.engine]);
    const joined = "SELECT c.name AS n FROM city c JOIN places p ON c.name = p.value";
    const query = `WITH t AS (${joined}) SELECT count(*) AS n FROM t`;
    const checked = await open.act("check_query", { query });
    expect(checked).toMatchObject({ data: { preview: { rows: [[2]] }, rows: 1 }, warnings: [] });
    // Where a CTE uses them, with an order and limit of its own.
    const limited = `WITH t AS (${joined}), u AS (SELECT n FROM t)
      SELECT n FROM u UNION ALL SELECT n FROM t ORDER BY n LIMIT 3 -- two of each`;
    expect((await open.act("check_query", { query: limited })).data.rows).toBe(3);
  });

  it("warn of a join that finds nothing, and of a value that is not among them", async () => {
    const open = await using();
    const joined = await open.draft({ from: "product JOIN places ON product.title = places.value" });
    expect(joined.warnings.map(({ code }) => code)).toEqual(["join-no-overlap"]);
    const where = await open.draft({ from: "places", where: "value = 'Oslo'" });
    expect(where.warnings.map(({ code }) => code)).toContain("value-not-found");
  });

  it("are described, looked into, suggested and permitted like a table", async () => {
    const open = await using();
    const described = await open.act("describe_tables", { tables: ["places"] });
    expect(described.text).toContain("3 texts of kb:#3.labels");
    const column = { table: "places", column: "value" };
    expect((await open.act("get_distinct_values", column)).data.total).toBe(3);
    expect((await open.act("is_value_in_column", { ...column, value: "Paris" })).data.found).toBe(true);
    const misspelt = await open.fail("search_by_SQL", { query: "SELECT valeu FROM places" });
    expect(misspelt).toMatchObject({ code: "unknown-column", suggestions: [{ text: "value" }] });
    expect(misspelt.part).toMatchObject({ text: "valeu", start: 7 });
    expect((await open.fail("from", { from_statement: "plaecs" })).suggestions[0]?.text).toBe("places");
    const hint = { limit: 30, task: { question: "Which cities are among the places?" } };
    const list = await shop.environment.permittedActions?.(open.workspace, hint, testContext());
    const from = list?.find((each) => each.type === "slot" && each.tool === "from");
    expect(JSON.stringify(from)).toContain("places(value)");
  });

  it("keep numbers as numbers, and dates as what compares with dates", async () => {
    const day = shop.engine.name === "SQLite" ? "placed_on" : "CAST(placed_on AS date)";
    for (const [kind, values, query, cell] of [
      ["numbers", [2, 3], "SELECT count(*) FROM city JOIN places ON city.id = places.value", 2],
      ["numbers", [2, "9007199254740993"], "SELECT max(value) FROM places", "9007199254740993"],
      ["numbers", [20.5, 120], "SELECT count(*) FROM product WHERE price IN (SELECT value FROM places)", 2],
      ["dates", ["2023-02-11"], `SELECT count(*) FROM purchase JOIN places ON ${day} = places.value`, 2],
      ["dates", ["2023-02-30", "-0044"], "SELECT count(*) FROM places", 2],
    ] as const)
      await rows(await using(values, kind), query, [[cell]]);
  });

  it("keep quotes, newlines, other scripts and NULL as they are, and none of them is SQL", async () => {
    const injected = "O'Hara'); DROP TABLE city; --";
    const odd = [injected, "line\nbreak\r\n", "Łódź", "数据😀", '"quoted"', "\\x$1?", null];
    const open = await using(odd);
    await rows(
      open,
      "SELECT value FROM places",
      odd.map((each) => [each]),
    );
    await rows(open, "SELECT city.id FROM places JOIN city ON name = value", [[1]]);
    await rows(open, "SELECT count(*) FROM places WHERE value IS NULL", [[1]]);
  });

  it("may be none, and may be ten thousand", async () => {
    await rows(await using([]), "SELECT count(*) FROM city WHERE name IN (SELECT value FROM places)", [[0]]);
    const many = await using([...Array.from({ length: 9998 }, (_, at) => `thing ${at}`), "York", "Paris"]);
    const query =
      "SELECT city.name FROM places LEFT JOIN city ON city.name = places.value WHERE city.id IS NOT NULL";
    const checked = await many.act("check_query", { query });
    expect(checked.data.rows).toBe(2);
    expect(JSON.stringify(many.workspace).length).toBeLessThan(2000);
    expect(checked.text.length).toBeLessThan(2000);
  });

  it("can be given anew under the same name, stand beside others, and change no other workspace", async () => {
    const open = await using();
    const again = await open.act("use_values", { name: "places", values: '["Paris"]' });
    expect(again.text).toMatch(/^places\(value\) is now a table of 1 texts of a list/u);
    await open.act("use_values", { name: "numbers", values: "[4, 5]" });
    await rows(
      open,
      "SELECT c.id FROM city c, places p, numbers n WHERE c.name = p.value AND c.id = n.value",
      [[4]],
    );
    const other = await shop.session.fail("search_by_SQL", { query: "SELECT * FROM places" });
    expect(other.code).toBe("unknown-table");
    expect(JSON.stringify(shop.session.workspace)).not.toContain("relations");
  });

  it("cannot have the name of a table, a keyword or a CTE, or one that is none; a free one is named", async () => {
    const open = await session();
    for (const [name, free] of [
      ["city", "city_values"],
      ["SELECT", "SELECT_values"],
      ["my films", "my_films"],
      ["", "given"],
    ] as const) {
      expect(await open.fail("use_values", { name, values: REFERENCE })).toMatchObject({
        code: "invalid-arguments",
        part: { argument: "name" },
        suggestions: [{ text: free }],
      });
    }
    await open.act("from", { from_statement: "city", name: "t" });
    expect((await open.fail("use_values", { name: "T", values: REFERENCE })).message).toContain("CTE");
  });

  it("are refused where the reference stands for nothing, or for too much", async () => {
    const unknown = await (await session()).fail("use_values", { name: "places", values: "kb:#9" });
    expect(unknown).toMatchObject({ code: "unknown-reference", suggestions: [{ text: REFERENCE }] });
    const context = await handedOver(REFERENCE, "texts", ["x"]);
    const references = new Map(
      [...(context.references ?? [])].map(([key, given]) => [key, { ...given, total: 1_000_001 }]),
    );
    const large = await ShopSession.open(shop.environment, "", { ...context, references });
    expect((await large.fail("use_values", PLACES)).code).toBe("too-large");
  });

  it("that are no longer kept are told with what to do, wherever they are needed", async () => {
    const { environment } = shop;
    const forgetful = testContext({ artifacts: memoryArtifactStore() });
    const open = await using();
    await open.draft({ from: "places", where: "", select: "value" });
    const failure = async (tool: string, given: Record<string, string>) =>
      (
        await environment.act(
          open.workspace,
          { environment: environment.id, tool, arguments: given },
          forgetful,
        )
      ).failure;
    expect(await failure("search_by_SQL", { query: "SELECT * FROM places" })).toMatchObject({
      code: "unknown-reference",
      message: "The values of places are no longer kept. Hand kb:#3.labels over again under the same name.",
    });
    const where = await failure("where", { where_statement: "value = 'x'" });
    const concluded = (await environment.conclude(open.workspace, {}, forgetful)).failure;
    expect([where?.code, concluded?.code]).toEqual(["unknown-reference", "unknown-reference"]);
    expect(await failure("search_by_SQL", { query: "SELECT id FROM city" })).toBeUndefined();
  });
});
