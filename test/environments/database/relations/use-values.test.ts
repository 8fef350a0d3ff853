import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReferencedKind } from "../../../../src/environment/act-context.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/index.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { handedOver } from "../../../support/handed-over.ts";
import { everywhere, type PerEngine } from "../../../support/per-engine.ts";
import { SHOP_ENGINES, type Shop } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";

const HOLDS_NUL: PerEngine<boolean> = { ...everywhere(true), postgres: false };
/** Of 'YORK' and 'York': MariaDB compares without regard to case. */
const UNITED: PerEngine<number> = { ...everywhere(5), mariadb: 3 };

describe.each(SHOP_ENGINES)("values of another environment on $name", (engine) => {
  describe.skipIf(engine.missing !== undefined)(engine.missing ?? "as a table", () => {
    let shop: Shop;
    let environment: DatabaseEnvironment;
    beforeAll(async () => {
      shop = await engine.create();
      environment = await shop.open();
    });
    afterAll(async () => {
      await environment?.close();
      await shop?.drop();
    });

    const REFERENCE = "kb:#3.labels";
    const NAMES = ["York", "Paris", "Atlantis"];
    async function session(
      values: readonly (string | number | null)[] = NAMES,
      kind: ReferencedKind = "texts",
    ): Promise<ShopSession> {
      const context = await handedOver(REFERENCE, kind, values);
      return ShopSession.open(environment, "Which customers live there?", context);
    }
    async function using(
      values: readonly (string | number | null)[] = NAMES,
      kind: ReferencedKind = "texts",
    ): Promise<ShopSession> {
      const opened = await session(values, kind);
      await opened.act("use_values", { name: "places", values: REFERENCE });
      return opened;
    }
    const rowsOf = async (open: ShopSession, query: string) =>
      (await open.act("search_by_SQL", { query })).data.rows;

    it("says what they are, where they stand and how to join them, and keeps only a reference", async () => {
      const open = await session();
      const { text, data } = await open.act("use_values", { name: "places", values: REFERENCE });
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
      expect(
        await rowsOf(open, "SELECT c.id FROM city c JOIN places p ON p.value = c.name ORDER BY 1"),
      ).toEqual([[3], [4]]);
      expect(
        await rowsOf(open, "SELECT count(*) FROM city WHERE name NOT IN (SELECT value FROM places)"),
      ).toEqual([[2]]);
      expect(await rowsOf(open, "SELECT value FROM places EXCEPT SELECT name FROM city")).toEqual([
        ["Atlantis"],
      ]);
      expect(
        await rowsOf(
          open,
          "WITH p AS (SELECT value FROM places) SELECT count(*) FROM p, city WHERE name = value",
        ),
      ).toEqual([[2]]);
      expect(
        await rowsOf(
          open,
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT count(*) FROM n, places",
        ),
      ).toEqual([[9]]);
      expect(
        await rowsOf(open, `SELECT count(*) FROM ${engine.engine === "mariadb" ? "`places`" : '"places"'}`),
      ).toEqual([[3]]);
    });

    it("are hidden by a CTE of the query's own under their name", async () => {
      const open = await using();
      expect(await rowsOf(open, "WITH places AS (SELECT 1 AS one) SELECT one FROM places")).toEqual([[1]]);
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
      await open.act("select", { select_statement: "c.name, places.value" });
      const ordered = await open.act("order_by", { order_by_statement: "c.name" });
      expect(ordered.text).toContain("order_by set");
      const concluded = await open.conclude();
      expect(concluded.answer?.rows?.rows).toEqual([
        ["Cy Young", "York"],
        ["Di Ng", "York"],
      ]);
      expect(concluded.evidence?.sql).toMatch(
        /^-- places\(value\): 3 texts of kb:#3\.labels\nSELECT c\.name/u,
      );
    });

    it("work in drafts with CTEs and set operations, and in check_query", async () => {
      const open = await using();
      await open.draft({ from: "places", where: "", select: "upper(value) AS big" }, {});
      await open.act("from", { from_statement: "city", operator: "UNION" });
      await open.act("where", { where_statement: "name IN (SELECT value FROM places)", part: "2" });
      const second = await open.act("select", { select_statement: "name", part: "2" });
      expect(second.data.totalRows).toBe(UNITED[engine.engine]);
      const checked = await open.act("check_query", {
        query:
          "WITH t AS (SELECT c.name FROM city c JOIN places p ON c.name = p.value) SELECT count(*) AS n FROM t",
      });
      expect(checked.data).toMatchObject({ preview: { rows: [[2]] } });
      expect(checked.data.rows).toBe(1);
      expect(checked.warnings).toEqual([]);
    });

    it("are counted where the draft's CTE uses them, with its own order and limit", async () => {
      const open = await using();
      const checked = await open.act("check_query", {
        query: `WITH t AS (SELECT c.name AS n FROM city c JOIN places p ON c.name = p.value), u AS (SELECT n FROM t)
          SELECT n FROM u UNION ALL SELECT n FROM t ORDER BY n LIMIT 3 -- two of each`,
      });
      expect(checked.data.rows).toBe(3);
    });

    it("warn of a join that finds nothing, and of a value that is not among them", async () => {
      const open = await using();
      const from = await open.act("from", {
        from_statement: "product JOIN places ON product.title = places.value",
      });
      expect(from.warnings.map(({ code }) => code)).toEqual(["join-no-overlap"]);
      await open.act("from", { from_statement: "places" });
      const where = await open.act("where", { where_statement: "value = 'Oslo'" });
      expect(where.warnings.map(({ code }) => code)).toContain("value-not-found");
    });

    it("are described, looked into and suggested like a table", async () => {
      const open = await using();
      expect((await open.act("describe_tables", { tables: ["places"] })).text).toContain(
        "3 texts of kb:#3.labels",
      );
      const distinct = await open.act("get_distinct_values", { table: "places", column: "value" });
      expect(distinct.data.total).toBe(3);
      const inside = await open.act("is_value_in_column", {
        table: "places",
        column: "value",
        value: "Paris",
      });
      expect(inside.data.found).toBe(true);
      const misspelt = await open.fail("search_by_SQL", { query: "SELECT valeu FROM places" });
      expect(misspelt).toMatchObject({ code: "unknown-column", suggestions: [{ text: "value" }] });
      expect(misspelt.part).toMatchObject({ text: "valeu", start: 7 });
      expect((await open.fail("from", { from_statement: "plaecs" })).suggestions[0]?.text).toBe("places");
    });

    it("keep numbers as numbers, and dates as what compares with dates", async () => {
      const numbers = await using([2, 3, "9007199254740993"], "numbers");
      expect(
        await rowsOf(numbers, "SELECT count(*) FROM city JOIN places ON city.id = places.value"),
      ).toEqual([[2]]);
      expect(await rowsOf(numbers, "SELECT max(value) FROM places")).toEqual([["9007199254740993"]]);
      const fractions = await using([20.5, 120], "numbers");
      expect(
        await rowsOf(fractions, "SELECT count(*) FROM product WHERE price IN (SELECT value FROM places)"),
      ).toEqual([[2]]);
      const dates = await using(["2023-02-11"], "dates");
      const cast = engine.name === "SQLite" ? "placed_on" : "CAST(placed_on AS date)";
      expect(
        await rowsOf(dates, `SELECT count(*) FROM purchase JOIN places ON ${cast} = places.value`),
      ).toEqual([[2]]);
      const odd = await using(["2023-02-30", "-0044"], "dates");
      expect(await rowsOf(odd, "SELECT count(*) FROM places")).toEqual([[2]]);
    });

    it("keep quotes, newlines, other scripts and NULL as they are, and none of them is SQL", async () => {
      const odd = [
        "O'Hara'); DROP TABLE city; --",
        "line\nbreak\r\n",
        "Łódź",
        "数据😀",
        '"quoted"',
        "\\x$1?",
        null,
      ];
      const open = await using(odd);
      expect(await rowsOf(open, "SELECT value FROM places")).toEqual(odd.map((each) => [each]));
      expect(await rowsOf(open, "SELECT city.id FROM places JOIN city ON name = value")).toEqual([[1]]);
      expect(await rowsOf(open, "SELECT count(*) FROM places WHERE value IS NULL")).toEqual([[1]]);
    });

    it("hold a NUL character where the engine can, and are refused as a whole where it cannot", async () => {
      const open = await session(["York", "a\0b"]);
      if (HOLDS_NUL[engine.engine]) {
        await open.act("use_values", { name: "places", values: REFERENCE });
        expect(await rowsOf(open, "SELECT hex(value) FROM places WHERE value LIKE 'a%'")).toEqual([
          ["610062"],
        ]);
      } else {
        const failure = await open.fail("use_values", { name: "places", values: REFERENCE });
        expect(failure.code).toBe("type-mismatch");
      }
    });

    it("may be none, and may be ten thousand", async () => {
      const none = await using([]);
      expect(
        await rowsOf(none, "SELECT count(*) FROM city WHERE name IN (SELECT value FROM places)"),
      ).toEqual([[0]]);
      const many = await using([...Array.from({ length: 9998 }, (_, at) => `thing ${at}`), "York", "Paris"]);
      const checked = await many.act("check_query", {
        query:
          "SELECT city.name FROM places LEFT JOIN city ON city.name = places.value WHERE city.id IS NOT NULL",
      });
      expect(checked.data.rows).toBe(2);
      expect(JSON.stringify(many.workspace).length).toBeLessThan(2000);
      expect(checked.text.length).toBeLessThan(2000);
    });

    it("can be given anew under the same name, and stand beside others", async () => {
      const open = await using();
      const again = await open.act("use_values", { name: "places", values: '["Paris"]' });
      expect(again.text).toMatch(/^places\(value\) is now a table of 1 texts of a list/u);
      await open.act("use_values", { name: "numbers", values: "[4, 5]" });
      expect(
        await rowsOf(
          open,
          "SELECT c.id FROM city c, places p, numbers n WHERE c.name = p.value AND c.id = n.value",
        ),
      ).toEqual([[4]]);
    });

    it("cannot have the name of a table, a keyword or a CTE, or one that is none; a free one is named", async () => {
      const open = await session();
      for (const [name, free] of [
        ["city", "city_values"],
        ["SELECT", "SELECT_values"],
        ["my films", "my_films"],
        ["", "given"],
      ] as const) {
        const failure = await open.fail("use_values", { name, values: REFERENCE });
        expect(failure).toMatchObject({ code: "invalid-arguments", part: { argument: "name" } });
        expect(failure.suggestions[0]?.text).toBe(free);
      }
      await open.act("from", { from_statement: "city", name: "t" });
      expect((await open.fail("use_values", { name: "T", values: REFERENCE })).message).toContain("CTE");
    });

    it("are refused where the reference stands for nothing, or for too much", async () => {
      const open = await session();
      const unknown = await open.fail("use_values", { name: "places", values: "kb:#9" });
      expect(unknown).toMatchObject({ code: "unknown-reference", suggestions: [{ text: REFERENCE }] });
      const context = await handedOver("kb:#1", "texts", ["x"]);
      const [given] = [...(context.references?.values() ?? [])];
      if (!given) throw new Error("Nothing was handed over.");
      const huge = new Map([["kb:#1", { ...given, total: 1_000_001 }]]);
      const large = await ShopSession.open(environment, "", { ...context, references: huge });
      expect((await large.fail("use_values", { name: "places", values: "kb:#1" })).code).toBe("too-large");
    });

    it("that are no longer kept are told with what to do, wherever they are needed", async () => {
      const forgetful = () => testContext({ artifacts: memoryArtifactStore() });
      const open = await using();
      await open.draft({ from: "places", where: "", select: "value" });
      const action = (tool: string, given: Record<string, string>) =>
        environment.act(
          open.workspace,
          { environment: environment.id, tool, arguments: given },
          // A store that has forgotten them.
          forgetful(),
        );
      const searched = await action("search_by_SQL", { query: "SELECT * FROM places" });
      expect(searched.failure).toMatchObject({
        code: "unknown-reference",
        message: "The values of places are no longer kept. Hand kb:#3.labels over again under the same name.",
      });
      expect((await action("where", { where_statement: "value = 'x'" })).failure?.code).toBe(
        "unknown-reference",
      );
      expect((await environment.conclude(open.workspace, {}, forgetful())).failure?.code).toBe(
        "unknown-reference",
      );
      expect((await action("search_by_SQL", { query: "SELECT id FROM city" })).failure).toBeUndefined();
    });

    it("change nothing for other workspaces", async () => {
      await using();
      const other = await ShopSession.open(environment);
      expect((await other.fail("search_by_SQL", { query: "SELECT * FROM places" })).code).toBe(
        "unknown-table",
      );
      expect(JSON.stringify(other.workspace)).not.toContain("relations");
    });

    it("are known to the permitted actions", async () => {
      const open = await using();
      const hint = { limit: 30, task: { question: "Which cities are among the places?" } };
      const list = (await environment.permittedActions?.(open.workspace, hint, testContext())) ?? [];
      const from = list.find((each) => each.type === "slot" && each.tool === "from");
      expect(JSON.stringify(from)).toContain("places(value)");
    });
  });
});
