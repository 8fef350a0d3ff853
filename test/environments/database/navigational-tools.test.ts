import { beforeAll, expect, it } from "vitest";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { describeShops } from "../../support/describe-shops.ts";
import { SHOP_ENGINES } from "../../support/shop-database.ts";
import { ShopSession } from "../../support/shop-session.ts";

describeShops("navigational tools", SHOP_ENGINES, (open) => {
  beforeAll(async () => {
    await open.environment.index.ensureBuilt({ signal: new AbortController().signal });
  });

  it("finds the columns that hold a value, with the number of rows", async () => {
    const { data, text } = await open.session.act("find_columns_containing_value", { value: "A" });
    expect(data.matches).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ table: "customer", column: "status", count: 3, tier: "exact" }),
        expect.objectContaining({ table: "parameter", column: "code", count: 1, tier: "exact" }),
      ]),
    );
    expect(text).toContain("customer.status");
  });

  it("says when a value was found only by ignoring case and accents", async () => {
    const { text } = await open.session.act("find_columns_containing_value", { value: "new york" });
    expect(text).toContain("'New York'");
    expect(text).toMatch(/case/);
  });

  it("takes a number where a value is text", async () => {
    const { data } = await open.session.act("find_columns_containing_value", { value: 120 });
    expect(JSON.stringify(data.matches)).toContain("price");
  });

  it("finds near values, nearest first", async () => {
    const { data } = await open.session.act("find_columns_containing_value_fuzzy", { value: "Bleu lamp" });
    expect((data.matches as { value: string }[])[0]?.value).toBe("Blue lamp");
    const { data: both, text } = await open.session.act("find_columns_containing_value_fuzzy", {
      value: "New York",
    });
    expect((both.matches as { tier: string }[])[0]?.tier).toBe("exact");
    expect(text).toContain("Columns that hold 'New York'");
  });

  it("lists distinct values with counts, and counts NULLs", async () => {
    const { data } = await open.session.act("get_distinct_values", { table: "customer", column: "e mail" });
    expect(data).toMatchObject({ total: 2, nulls: 2 });
    const status = await open.session.act("get_distinct_values", { table: "customer", column: "status" });
    expect(status.data.values).toEqual([
      { value: "A", count: 3 },
      { value: "B", count: 1 },
    ]);
  });

  it("shows values of the question first where it cannot show all, and tells the total", async () => {
    open.session = await ShopSession.open(open.environment, "What does a desk cost?");
    const { data, truncation } = await open.session.act("get_distinct_values", {
      table: "product",
      column: "title",
      limit: 1,
    });
    expect(data).toMatchObject({ total: 4, values: [{ value: "Desk", count: 1 }] });
    expect(truncation).toMatchObject({ shown: 1, total: 4 });
  });

  it("filters distinct values by a text or a pattern, ignoring case", async () => {
    const inside = await open.session.act("get_distinct_values", {
      table: "product",
      column: "title",
      like: "LAMP",
    });
    expect(inside.data.total).toBe(2);
    const start = await open.session.act("get_distinct_values", {
      table: "product",
      column: "title",
      like: "d%",
    });
    expect(start.data.total).toBe(1);
  });

  it.each([
    ["_", 4],
    ["\\_", 0],
    ["R\\%", 0],
    ["!", 0],
  ])("takes %s of a pattern as it is behind a backslash: %d values", async (like, total) => {
    const named = { table: "product", column: "title" };
    const { data } = await open.session.act("get_distinct_values", { ...named, like: `%${like}%` });
    expect(data.total).toBe(total);
  });

  it.each([
    [{ limit: 1 }, "give `like`, or a higher `limit`"],
    [{ like: "%" }, undefined],
    [{ like: "%", limit: 1 }, "a higher `limit`"],
  ])("names of %j what was not given, to see more", async (given, howToSeeMore) => {
    const named = { table: "product", column: "title" };
    const { truncation } = await open.session.act("get_distinct_values", { ...named, ...given });
    expect(truncation?.howToSeeMore).toBe(howToSeeMore);
  });

  it("takes names with quotes, a schema and another case", async () => {
    for (const [table, column] of [
      ['"customer"', '"e mail"'],
      ["CUSTOMER", "E MAIL"],
      ["customer", 'customer."e mail"'],
    ]) {
      const { data } = await open.session.act("get_distinct_values", { table, column });
      expect(data.total, `${table} ${column}`).toBe(2);
    }
  });

  it("answers an unknown table or column with the nearest, and the columns there are", async () => {
    const table = await open.session.fail("get_distinct_values", { table: "custmer", column: "name" });
    expect(table).toMatchObject({ code: "unknown-table", suggestions: [{ text: "customer" }] });
    const column = await open.session.fail("get_distinct_values", {
      table: "customer",
      column: "homeCityId",
    });
    expect(column).toMatchObject({ code: "unknown-column" });
    expect(column.suggestions[0]?.text).toBe("home_city_id");
    expect(column.message).toContain("status");
    const elsewhere = await open.session.fail("get_distinct_values", { table: "customer", column: "price" });
    expect(elsewhere.suggestions[0]).toMatchObject({ text: "product.price" });
  });

  it("says yes with the count, or no with the nearest values and where it stands", async () => {
    const yes = await open.session.act("is_value_in_column", {
      table: "city",
      column: "country",
      value: "GB",
    });
    expect(yes.data).toEqual({ found: true, count: 1 });
    const near = await open.session.act("is_value_in_column", {
      table: "city",
      column: "name",
      value: "Yorc",
    });
    expect(near.data.found).toBe(false);
    expect(JSON.stringify(near.data.nearest)).toContain('"York"');
    const elsewhere = await open.session.act("is_value_in_column", {
      table: "city",
      column: "name",
      value: "Desk",
    });
    expect(JSON.stringify(elsewhere.data.elsewhere)).toContain("product");
  });

  it("compares a value with a column of any type", async () => {
    for (const [table, column, value, found] of [
      ["product", "price", "20.5", true],
      ["product", "id", "3", true],
      ["product", "id", "desk", false],
      ["product", "price", "x' OR '1'='1", false],
    ] as const) {
      const { data } = await open.session.act("is_value_in_column", { table, column, value });
      expect(data.found, `${column} ${value}`).toBe(found);
    }
  });

  it("tells how a column writes its dates, and how to take year and month from them", async () => {
    const joined = await open.session.act("get_date_format", { table: "customer", column: "joined" });
    expect(joined.data).toMatchObject({
      isDate: true,
      format: "%d/%m/%Y",
      first: "2021-02-03",
      last: "2023-01-01",
    });
    const year = String(joined.data.year);
    const rows = await open.session.act("search_by_SQL", {
      query: `SELECT ${year} FROM customer WHERE id = 3`,
    });
    expect(Number((rows.data.rows as unknown[][])[0]?.[0])).toBe(2022);
    const none = await open.session.act("get_date_format", { table: "customer", column: "name" });
    expect(none.data.isDate).toBe(false);
  });

  it("returns rows of a query up to the limit and says that there are more", async () => {
    const few = testContext({ limits: { rows: 2, characters: 20_000, milliseconds: 10_000 } });
    open.session = await ShopSession.open(open.environment, "", few);
    const { data, truncation } = await open.session.act("search_by_SQL", {
      query: "SELECT id FROM city ORDER BY id;",
    });
    expect(data).toMatchObject({ columns: ["id"], rows: [[1], [2]], truncated: true });
    expect(truncation).toMatchObject({ what: "rows", shown: 2 });
    const exact = await open.session.act("search_by_SQL", {
      query: "SELECT id FROM city ORDER BY id LIMIT 2",
    });
    expect(exact.truncation).toBeUndefined();
  });

  it("names the condition that empties a result", async () => {
    const { text, warnings } = await open.session.act("search_by_SQL", {
      query: "SELECT * FROM customer WHERE status = 'A' AND name = 'Bo Lindt'",
    });
    expect(text).toContain("No rows");
    expect(
      warnings.some(({ suggestions }) => suggestions.some((each) => each.text.includes("Bo Lind"))),
    ).toBe(true);
  });

  it("refuses what is no query, and several of them", async () => {
    for (const [query, code] of [
      ["DELETE FROM city", "not-read-only"],
      ["SELECT 1; SELECT 2", "multiple-statements"],
      ["SELECT 1; DROP TABLE city", "multiple-statements"],
      ["SELEC 1", "syntax-error"],
    ] as const) {
      expect((await open.session.fail("search_by_SQL", { query })).code, query).toBe(code);
    }
  });

  it("finds the equally short ways to join two tables", async () => {
    const { data } = await open.session.act("find_join_path", { tables: ["customer", "city"] });
    const texts = (data.paths as { from: string }[]).map(({ from }) => from);
    expect(texts.toSorted()).toEqual([
      "customer JOIN city ON customer.home_city_id = city.id",
      "customer JOIN city ON customer.work_city_id = city.id",
    ]);
  });

  it("joins over link tables, and what it gives can be used", async () => {
    const { data } = await open.session.act("find_join_path", { tables: ["customer", "product"] });
    const [path] = data.paths as { from: string; declared: boolean }[];
    expect(path?.declared).toBe(true);
    expect((await open.session.act("from", { from_statement: path?.from ?? "" })).data.rows).toBe(6);
    const three = await open.session.act("find_join_path", { tables: ["city", "product", "purchase"] });
    const joined = (three.data.paths as { from: string }[])[0]?.from ?? "";
    expect(joined.match(/JOIN/g)).toHaveLength(4);
    await open.session.act("from", { from_statement: joined });
  });

  it("says what to try where no key joins", async () => {
    const { data, text } = await open.session.act("find_join_path", { tables: ["parameter", "product"] });
    expect(data).toEqual({ paths: [] });
    expect(text).toContain("find_columns_containing_value_fuzzy with a value of one shows");
  });

  it("describes tables in more detail the fewer they are", async () => {
    const one = await open.session.act("describe_tables", { tables: ["purchase_line"] });
    expect(one.text).toContain("purchase_id");
    expect(one.text).toContain("-> purchase.id");
    expect(one.text).toContain("| purchase_id | product_id | quantity");
    const part = await open.session.act("describe_tables", { tables: ["purchase*"] });
    expect(part.data.tables).toEqual(expect.arrayContaining(["purchase", "purchase_line"]));
    expect((await open.session.fail("describe_tables", { tables: ["zzz"] })).code).toBe("unknown-table");
    const near = await open.session.act("describe_tables", { tables: ["purchse_line"] });
    expect(near.text).toContain('There is no table "purchse_line"; nearest to it:');
    const both = await open.session.act("describe_tables", { tables: ["*zzz", "purchase"] });
    expect(both.text).toContain('There is no table "*zzz".');
    expect(both.data.tables).toEqual(["purchase"]);
  });

  it.each([
    ["%chase", ["purchase"]],
    ["purchase%", ["purchase", "purchase_line"]],
    ["p*c*e", ["purchase", "purchase_line"]],
    ["%_l%", ["purchase_line"]],
    ["c*y", ["city"]],
  ])("describes the tables that fit a pattern: %s", async (pattern, tables) => {
    const { data } = await open.session.act("describe_tables", { tables: [pattern] });
    expect([...(data.tables as readonly string[])].sort()).toEqual(tables);
  });

  it.each(["%a".repeat(9000), "*".repeat(19_000), "purchase*purchase", "(", "[a-", "\\", "__proto__", "\0"])(
    "says of an odd name what there is: %#",
    async (name) => {
      const tables = [name, ...Array<string>(name.length > 100 ? 0 : 1999).fill(name)];
      const action = { environment: open.environment.id, tool: "describe_tables", arguments: { tables } };
      const { failure, observation } = await open.environment.act(
        open.session.workspace,
        action,
        testContext(),
      );
      if (/^\*+$/u.test(name)) expect(observation?.data.tables).toHaveLength(6);
      else expect(failure).toMatchObject({ code: "unknown-table", part: { argument: "tables" } });
    },
  );

  it("answers before the index is built", async () => {
    const fresh = await open.shop.open();
    const early = await ShopSession.open(fresh);
    const { data } = await early.act("find_columns_containing_value", { value: "Paris" });
    expect(JSON.stringify(data.matches)).toContain("city");
    expect(
      (await early.act("is_value_in_column", { table: "city", column: "name", value: "Paris" })).data.found,
    ).toBe(true);
    await fresh.close();
  });
});
