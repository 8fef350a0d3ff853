import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../src/environments/database/index.ts";
import { SHOP_ENGINES, type Shop } from "../../support/shop-database.ts";
import { ShopSession } from "../../support/shop-session.ts";

describe.each(SHOP_ENGINES)("clause tools on $name", (engine) => {
  describe.skipIf(engine.missing !== undefined)(engine.missing ?? "draft a query", () => {
    let shop: Shop;
    let environment: DatabaseEnvironment;
    let session: ShopSession;

    beforeAll(async () => {
      shop = await engine.create();
      environment = await shop.open();
    });
    afterAll(async () => {
      await environment?.close();
      await shop?.drop();
    });
    beforeEach(async () => {
      session = await ShopSession.open(environment);
    });

    const rowsOf = async (text?: string) => {
      const { answer, failure } = await session.conclude(text);
      if (failure) throw new Error(JSON.stringify(failure));
      return answer.rows?.rows;
    };

    it("tells after each clause how many rows are left", async () => {
      const from = await session.act("from", {
        from_statement: "FROM customer c JOIN city ON c.home_city_id = city.id",
      });
      expect(from.data.rows).toBe(4);
      const where = await session.act("where", { where_statement: "WHERE c.status = 'A'" });
      expect(where.data.rows).toBe(3);
      const select = await session.act("select", { select_statement: "SELECT city.country, COUNT(*) AS n" });
      expect(select.text).toContain("select set");
      const groups = await session.act("group_by", { group_by_statement: "GROUP BY city.country" });
      expect(groups.data.rows).toBe(3);
      expect(groups.text).toContain("3");
    });

    it("takes a clause with and without its keyword, a semicolon and comments around it", async () => {
      for (const text of [
        "city",
        "FROM city",
        "from city;",
        "-- where they live\n FROM city -- all of them",
        "/* x */ city /* y */ ;",
      ]) {
        expect((await session.act("from", { from_statement: text })).data.rows, text).toBe(4);
        await session.draft({ where: "", select: "name" });
        expect(await session.sql()).toBe("SELECT name FROM city");
      }
    });

    it("keeps a line comment inside a clause from swallowing what follows", async () => {
      await session.draft({
        from: "city",
        where: "id > 1 -- not the first\n AND id < 4",
        select: "id",
        order_by: "id",
      });
      expect(await rowsOf()).toEqual([[2], [3]]);
    });

    it("joins texts as they were given", async () => {
      const clauses = {
        from: "city  AS c",
        where: "c.id>1   and c.id <4",
        select: "c.id\n, upper(c.name)  u",
        order_by: "c.id  desc LIMIT  1",
      };
      await session.draft(clauses);
      expect(await session.sql()).toBe(
        `SELECT ${clauses.select} FROM ${clauses.from} WHERE ${clauses.where} ORDER BY ${clauses.order_by}`,
      );
    });

    it("names the call to make where a clause comes before its time", async () => {
      const order = [
        ["where", "id = 1", "from"],
        ["select", "id", "from"],
        ["group_by", "id", "from"],
        ["order_by", "id", "from"],
      ] as const;
      for (const [tool, text, missing] of order) {
        const failure = await session.fail(tool, { [`${tool}_statement`]: text });
        expect(failure.code).toBe("prerequisite-missing");
        expect(failure.suggestions[0]?.text).toContain(`${missing}(`);
      }
      await session.act("from", { from_statement: "city" });
      expect((await session.fail("select", { select_statement: "id" })).suggestions[0]?.text).toBe(
        'where("")',
      );
      await session.draft({ where: "", select: "country, count(*)" });
      const having = await session.fail("having", { having_statement: "count(*) > 1" });
      expect(having.suggestions[0]?.text).toBe('group_by("")');
    });

    it("says which tool takes which part of a text that holds several clauses", async () => {
      const failure = await session.fail("from", {
        from_statement: "FROM city c WHERE c.id = 1 ORDER BY c.name LIMIT 2",
      });
      expect(failure.code).toBe("invalid-arguments");
      expect(failure.suggestions.map(({ text }) => text)).toEqual([
        'from("city c")',
        'where("c.id = 1")',
        'order_by("c.name LIMIT 2")',
      ]);
      const whole = await session.fail("from", { from_statement: "SELECT name FROM city" });
      expect(whole.suggestions[0]?.text).toBe('check_query("SELECT name FROM city")');
    });

    it("leaves keywords inside brackets and quotes alone", async () => {
      await session.draft({
        from: "(SELECT id, name FROM city WHERE country <> 'FROM x WHERE y' ORDER BY id LIMIT 3) AS s",
        where:
          "EXISTS (SELECT 1 FROM customer c WHERE c.home_city_id = s.id GROUP BY c.status HAVING count(*) > 0)",
        select: "(SELECT max(joined) FROM customer WHERE home_city_id = s.id) IS NULL AS is_unknown, s.id",
        order_by: "s.id",
      });
      expect((await rowsOf())?.map((row) => row[1])).toEqual([1, 2, 3]);
    });

    it("refuses a clause that would reach beyond its place", async () => {
      await session.act("from", { from_statement: "city" });
      for (const text of ["1 = 1) OR (1 = 1", "name = 'open", "id = 1 /* open", "id = 1; SELECT 2"]) {
        const failure = await session.fail("where", { where_statement: text });
        expect(["syntax-error", "multiple-statements"], text).toContain(failure.code);
      }
    });

    it("checks again what depends on a clause that is set anew, and loses nothing", async () => {
      await session.draft({
        from: "customer",
        where: "status = 'A'",
        select: "status, count(*) AS n",
        group_by: "status",
        order_by: "n",
      });
      const changed = await session.act("from", { from_statement: "city" });
      expect(changed.notes.map((note) => note.code)).toContain("no-longer-holds");
      expect(changed.text).toContain("where no longer holds");
      const back = await session.act("from", { from_statement: "customer" });
      expect(back.notes.filter((note) => note.code === "no-longer-holds")).toEqual([]);
      expect(await rowsOf()).toEqual([["A", 3]]);
    });

    it("builds set operations part by part", async () => {
      await session.draft({ from: "city", where: "country = 'PL'", select: "name" });
      const second = await session.act("from", { from_statement: "customer", operator: "union all" });
      expect(second.data.part).toBe("2");
      await session.draft({ where: "status = 'B'", select: "name" }, { part: "2" });
      await session.act("order_by", { order_by_statement: "1" });
      expect((await rowsOf())?.map((row) => row[0]).toSorted()).toEqual(["Cy Young", "Łódź"]);
      const failure = await session.fail("select", { select_statement: "name, id", part: "2" });
      expect(failure.code).toBe("column-count-mismatch");
    });

    it("wants one SELECT before the next of a set operation", async () => {
      await session.act("from", { from_statement: "city" });
      const failure = await session.fail("from", { from_statement: "customer", operator: "EXCEPT" });
      expect(failure.code).toBe("prerequisite-missing");
      expect((await session.fail("where", { where_statement: "", part: "7" })).code).toBe("unknown-part");
    });

    it("builds CTEs, also with a column list and an order of their own", async () => {
      const cte = await session.act("from", { from_statement: "customer", name: "named(who, since)" });
      expect(cte.data.part).toBe("named");
      await session.draft({ where: "", select: "name, id", order_by: "id DESC LIMIT 2" }, { part: "named" });
      await session.draft({ from: "named", where: "since > 3", select: "who" });
      expect(await rowsOf()).toEqual([["Di Ng"]]);
      expect(await session.sql()).toBe(
        "WITH named(who, since) AS (SELECT name, id FROM customer ORDER BY id DESC LIMIT 2) SELECT who FROM named WHERE since > 3",
      );
    });

    it("names the part that is missing where a CTE is read before it has a SELECT", async () => {
      await session.act("from", { from_statement: "customer", name: "later" });
      const failure = await session.fail("from", { from_statement: "later" });
      expect(failure.code).toBe("prerequisite-missing");
      expect(failure.message).toContain("later");
    });

    it("finds out by itself that a CTE repeats itself", async () => {
      await session.act("from", { from_statement: "", name: "counted(n)" });
      await session.draft({ where: "", select: "1" }, { part: "counted" });
      const step = await session.act("from", {
        from_statement: "counted",
        name: "counted",
        operator: "UNION ALL",
      });
      expect(step.data.part).toBe("counted.2");
      await session.act("where", { where_statement: "n < 5", part: "counted.2" });
      const select = await session.act("select", { select_statement: "n + 1", part: "counted.2" });
      expect(select.data.totalRows).toBe(5);
      await session.draft({ from: "counted", where: "", select: "sum(n)" });
      expect((await rowsOf())?.map((row) => Number(row[0]))).toEqual([15]);
      expect(await session.sql()).toContain("WITH RECURSIVE counted(n)");
    });

    it("takes VALUES in the place of SELECT", async () => {
      await session.act("from", { from_statement: "", name: "pairs(a, b)" });
      await session.draft({ where: "", select: "VALUES (1, 'x'), (2, 'y')" }, { part: "pairs" });
      await session.draft({ from: "pairs", where: "a = 2", select: "b" });
      expect(await rowsOf()).toEqual([["y"]]);
    });

    it("takes named windows with the text of a clause", async () => {
      await session.draft({
        from: "purchase_line",
        where: "",
        select:
          "purchase_id, sum(quantity) OVER w AS total WINDOW w AS (PARTITION BY purchase_id ORDER BY product_id)",
        order_by: "purchase_id, total",
      });
      expect((await rowsOf())?.map((row) => row.map(Number))).toEqual([
        [1, 2],
        [1, 3],
        [2, 1],
        [3, 1],
        [3, 5],
        [4, 1],
      ]);
    });

    it("takes LIMIT alone, and an ordering of a query without FROM", async () => {
      await session.draft({ from: "", where: "", select: "1 AS one", order_by: "LIMIT 1" });
      expect(await rowsOf()).toEqual([[1]]);
      await session.act("order_by", { order_by_statement: "ORDER BY one DESC" });
      expect(await session.sql()).toBe("SELECT 1 AS one ORDER BY one DESC");
    });

    it("takes a SELECT that needs a grouping before the grouping", async () => {
      await session.draft({ from: "customer", where: "" });
      const select = await session.act("select", { select_statement: "status, count(*)" });
      const grouped = await session.act("group_by", { group_by_statement: "status" });
      await session.act("order_by", { order_by_statement: "2 DESC" });
      expect((await rowsOf())?.map((row) => [row[0], Number(row[1])])).toEqual([
        ["A", 3],
        ["B", 1],
      ]);
      const [bare] = select.warnings;
      expect(bare?.code).toBe("bare-column");
      expect(bare?.message).toMatch(/set group_by next/iu);
      expect(bare?.suggestions[0]?.text).toBe('group_by("status")');
      expect(grouped.warnings).toEqual([]);
    });

    it("takes all columns of a table beside an aggregate where the key is grouped", async () => {
      await session.draft({ from: "city JOIN customer ON customer.home_city_id = city.id", where: "" });
      await session.draft({ select: "city.*, count(*) AS n" });
      if (engine.engine === "duckdb") {
        const failure = await session.fail("group_by", { group_by_statement: "city.id" });
        expect(failure).toMatchObject({ code: "aggregate-misuse" });
        expect(failure.suggestions[0]?.text).toBe('group_by("city.id, name")');
        return;
      }
      await session.draft({ group_by: "city.id", order_by: "city.id" });
      expect((await rowsOf())?.map((row) => Number(row.at(-1)))).toEqual([1, 1, 2]);
    });

    it("tells an error's place in the argument as it was given", async () => {
      await session.act("from", { from_statement: "city" });
      const text = "WHERE  nmae = 'Paris'";
      const failure = await session.fail("where", { where_statement: text });
      expect(failure.code).toBe("unknown-column");
      expect(text.slice(failure.part?.start, failure.part?.end)).toBe("nmae");
      expect(failure.suggestions[0]?.text).toBe("name");
    });

    it("ends in a failure when the draft grows over the limit of a workspace", async () => {
      const long = `name <> '${"x".repeat(19_000)}'`;
      const names = ["a", "b", "c", "d"];
      for (const name of names) await session.act("from", { from_statement: "city", name });
      for (const part of names.slice(0, 3)) await session.act("where", { where_statement: long, part });
      const { code } = await session.fail("where", { where_statement: long, part: "d" });
      expect(code).toBe("workspace-full");
    });
  });
});
