import { expect, it } from "vitest";
import { describeShops } from "../../support/describe-shops.ts";
import { SHOP_ENGINES } from "../../support/shop-database.ts";

describeShops("clause tools", SHOP_ENGINES, (open) => {
  const { engine } = open;

  const rowsOf = async (text?: string) => {
    const { answer, failure } = await open.session.conclude(text);
    if (failure) throw new Error(JSON.stringify(failure));
    return answer.rows?.rows;
  };

  it("tells after each clause how many rows are left", async () => {
    const from = await open.session.act("from", {
      from_statement: "FROM customer c JOIN city ON c.home_city_id = city.id",
    });
    expect(from.data.rows).toBe(4);
    const where = await open.session.act("where", { where_statement: "WHERE c.status = 'A'" });
    expect(where.data.rows).toBe(3);
    const select = await open.session.act("select", {
      select_statement: "SELECT city.country, COUNT(*) AS n",
    });
    expect(select.text).toContain("select set");
    const groups = await open.session.act("group_by", { group_by_statement: "GROUP BY city.country" });
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
      expect((await open.session.act("from", { from_statement: text })).data.rows, text).toBe(4);
      await open.session.draft({ where: "", select: "name" });
      expect(await open.session.sql()).toBe("SELECT name FROM city");
    }
  });

  it("keeps a line comment inside a clause from swallowing what follows", async () => {
    await open.session.draft({
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
    await open.session.draft(clauses);
    expect(await open.session.sql()).toBe(
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
      const failure = await open.session.fail(tool, { [`${tool}_statement`]: text });
      expect(failure.code).toBe("prerequisite-missing");
      expect(failure.suggestions[0]?.text).toContain(`${missing}(`);
    }
    await open.session.act("from", { from_statement: "city" });
    expect((await open.session.fail("select", { select_statement: "id" })).suggestions[0]?.text).toBe(
      'where("")',
    );
    await open.session.draft({ where: "", select: "country, count(*)" });
    const having = await open.session.fail("having", { having_statement: "count(*) > 1" });
    expect(having.suggestions[0]?.text).toBe('group_by("")');
  });

  it("says which tool takes which part of a text that holds several clauses", async () => {
    const failure = await open.session.fail("from", {
      from_statement: "FROM city c WHERE c.id = 1 ORDER BY c.name LIMIT 2",
    });
    expect(failure.code).toBe("invalid-arguments");
    expect(failure.suggestions.map(({ text }) => text)).toEqual([
      'from("city c")',
      'where("c.id = 1")',
      'order_by("c.name LIMIT 2")',
    ]);
    const whole = await open.session.fail("from", { from_statement: "SELECT name FROM city" });
    expect(whole.suggestions[0]?.text).toBe('check_query("SELECT name FROM city")');
  });

  it("leaves keywords inside brackets and quotes alone", async () => {
    await open.session.draft({
      from: "(SELECT id, name FROM city WHERE country <> 'FROM x WHERE y' ORDER BY id LIMIT 3) AS s",
      where:
        "EXISTS (SELECT 1 FROM customer c WHERE c.home_city_id = s.id GROUP BY c.status HAVING count(*) > 0)",
      select: "(SELECT max(joined) FROM customer WHERE home_city_id = s.id) IS NULL AS is_unknown, s.id",
      order_by: "s.id",
    });
    expect((await rowsOf())?.map((row) => row[1])).toEqual([1, 2, 3]);
  });

  it("refuses a clause that would reach beyond its place", async () => {
    await open.session.act("from", { from_statement: "city" });
    for (const text of ["1 = 1) OR (1 = 1", "name = 'open", "id = 1 /* open", "id = 1; SELECT 2"]) {
      const failure = await open.session.fail("where", { where_statement: text });
      expect(["syntax-error", "multiple-statements"], text).toContain(failure.code);
    }
  });

  it("checks again what depends on a clause that is set anew, and loses nothing", async () => {
    await open.session.draft({
      from: "customer",
      where: "status = 'A'",
      select: "status, count(*) AS n",
      group_by: "status",
      order_by: "n",
    });
    const changed = await open.session.act("from", { from_statement: "city" });
    expect(changed.notes.map((note) => note.code)).toContain("no-longer-holds");
    expect(changed.text).toContain("where no longer holds");
    const back = await open.session.act("from", { from_statement: "customer" });
    expect(back.notes.filter((note) => note.code === "no-longer-holds")).toEqual([]);
    expect(await rowsOf()).toEqual([["A", 3]]);
  });

  it("builds set operations part by part", async () => {
    await open.session.draft({ from: "city", where: "country = 'PL'", select: "name" });
    const second = await open.session.act("from", { from_statement: "customer", operator: "union all" });
    expect(second.data.part).toBe("2");
    await open.session.draft({ where: "status = 'B'", select: "name" }, { part: "2" });
    await open.session.act("order_by", { order_by_statement: "1" });
    expect((await rowsOf())?.map((row) => row[0]).toSorted()).toEqual(["Cy Young", "Łódź"]);
    const failure = await open.session.fail("select", { select_statement: "name, id", part: "2" });
    expect(failure.code).toBe("column-count-mismatch");
  });

  it("wants one SELECT before the next of a set operation", async () => {
    await open.session.act("from", { from_statement: "city" });
    const failure = await open.session.fail("from", { from_statement: "customer", operator: "EXCEPT" });
    expect(failure.code).toBe("prerequisite-missing");
    expect((await open.session.fail("where", { where_statement: "", part: "7" })).code).toBe("unknown-part");
  });

  it("builds CTEs, also with a column list and an order of their own", async () => {
    const cte = await open.session.act("from", { from_statement: "customer", name: "named(who, since)" });
    expect(cte.data.part).toBe("named");
    await open.session.draft(
      { where: "", select: "name, id", order_by: "id DESC LIMIT 2" },
      { part: "named" },
    );
    await open.session.draft({ from: "named", where: "since > 3", select: "who" });
    expect(await rowsOf()).toEqual([["Di Ng"]]);
    expect(await open.session.sql()).toBe(
      "WITH named(who, since) AS (SELECT name, id FROM customer ORDER BY id DESC LIMIT 2) SELECT who FROM named WHERE since > 3",
    );
  });

  it("names the part that is missing where a CTE is read before it has a SELECT", async () => {
    await open.session.act("from", { from_statement: "customer", name: "later" });
    const failure = await open.session.fail("from", { from_statement: "later" });
    expect(failure.code).toBe("prerequisite-missing");
    expect(failure.message).toContain("later");
  });

  it("finds out by itself that a CTE repeats itself", async () => {
    await open.session.act("from", { from_statement: "", name: "counted(n)" });
    await open.session.draft({ where: "", select: "1" }, { part: "counted" });
    const step = await open.session.act("from", {
      from_statement: "counted",
      name: "counted",
      operator: "UNION ALL",
    });
    expect(step.data.part).toBe("counted.2");
    await open.session.act("where", { where_statement: "n < 5", part: "counted.2" });
    const select = await open.session.act("select", { select_statement: "n + 1", part: "counted.2" });
    expect(select.data.totalRows).toBe(5);
    await open.session.draft({ from: "counted", where: "", select: "sum(n)" });
    expect((await rowsOf())?.map((row) => Number(row[0]))).toEqual([15]);
    expect(await open.session.sql()).toContain("WITH RECURSIVE counted(n)");
  });

  it("takes VALUES in the place of SELECT", async () => {
    await open.session.act("from", { from_statement: "", name: "pairs(a, b)" });
    await open.session.draft({ where: "", select: "VALUES (1, 'x'), (2, 'y')" }, { part: "pairs" });
    await open.session.draft({ from: "pairs", where: "a = 2", select: "b" });
    expect(await rowsOf()).toEqual([["y"]]);
  });

  it("refuses named windows, which no clause takes", async () => {
    await open.session.draft({ from: "purchase_line", where: "" });
    const select_statement = "sum(quantity) OVER w WINDOW w AS (ORDER BY product_id)";
    const { code, message } = await open.session.fail("select", { select_statement });
    expect([code, message]).toEqual(["invalid-arguments", expect.stringContaining("OVER (…)")]);
  });

  it("takes LIMIT alone, and an ordering of a query without FROM", async () => {
    await open.session.draft({ from: "", where: "", select: "1 AS one", order_by: "LIMIT 1" });
    expect(await rowsOf()).toEqual([[1]]);
    await open.session.act("order_by", { order_by_statement: "ORDER BY one DESC" });
    expect(await open.session.sql()).toBe("SELECT 1 AS one ORDER BY one DESC");
  });

  it("takes a SELECT that needs a grouping before the grouping", async () => {
    await open.session.draft({ from: "customer", where: "" });
    const select = await open.session.act("select", { select_statement: "status, count(*)" });
    const grouped = await open.session.act("group_by", { group_by_statement: "status" });
    await open.session.act("order_by", { order_by_statement: "2 DESC" });
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
    await open.session.draft({ from: "city JOIN customer ON customer.home_city_id = city.id", where: "" });
    await open.session.draft({ select: "city.*, count(*) AS n" });
    if (engine.engine === "duckdb") {
      const failure = await open.session.fail("group_by", { group_by_statement: "city.id" });
      expect(failure).toMatchObject({ code: "aggregate-misuse" });
      expect(failure.suggestions[0]?.text).toBe('group_by("city.id, name")');
      return;
    }
    await open.session.draft({ group_by: "city.id", order_by: "city.id" });
    expect((await rowsOf())?.map((row) => Number(row.at(-1)))).toEqual([1, 1, 2]);
  });

  it("tells an error's place in the argument as it was given", async () => {
    await open.session.act("from", { from_statement: "city" });
    const text = "WHERE  nmae = 'Paris'";
    const failure = await open.session.fail("where", { where_statement: text });
    expect(failure.code).toBe("unknown-column");
    expect(text.slice(failure.part?.start, failure.part?.end)).toBe("nmae");
    expect(failure.suggestions[0]?.text).toBe("name");
  });

  it("ends in a failure when the draft grows over the limit of a workspace", async () => {
    const long = `name <> '${"x".repeat(19_000)}'`;
    const names = ["a", "b", "c", "d"];
    for (const name of names) await open.session.act("from", { from_statement: "city", name });
    for (const part of names.slice(0, 3)) await open.session.act("where", { where_statement: long, part });
    const { code } = await open.session.fail("where", { where_statement: long, part: "d" });
    expect(code).toBe("workspace-full");
  });
});
