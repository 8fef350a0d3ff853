import { beforeAll, beforeEach, expect, it } from "vitest";
import { DEFAULT_ACT_LIMITS } from "../../../../src/environment/act-context.ts";
import type { PermittedHint } from "../../../../src/environment/environment.ts";
import type { PermittedAction, PermittedSlot } from "../../../../src/environment/permitted-action.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { describeShops } from "../../../support/describe-shops.ts";
import { SHOPS } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";

const UNHURRIED = { ...DEFAULT_ACT_LIMITS, milliseconds: 60_000 };

describeShops("permitted actions", [SHOPS.sqlite], (open) => {
  beforeAll(async () => {
    // What is looked up hangs on a value index that a busy machine may not have built within an action's time.
    await open.environment.capabilities.preparation?.prepare({ signal: new AbortController().signal });
  });
  beforeEach(async () => {
    open.session = await ShopSession.open(
      open.environment,
      "Which customers joined in 2021 and live in york?",
    );
  });

  const permitted = async (hint: Partial<PermittedHint> = {}) =>
    (await open.environment.permittedActions?.(
      open.session.workspace,
      { limit: 30, ...hint },
      testContext({ limits: UNHURRIED }),
    )) ?? [];
  const slotsOf = (list: readonly (PermittedAction | PermittedSlot)[]) =>
    list.flatMap((each) => (each.type === "slot" ? each.tool : []));
  const labelsOf = (list: readonly (PermittedAction | PermittedSlot)[]) =>
    list.flatMap((each) => (each.type === "action" ? each.label : []));

  it("are slots for the clauses whose prerequisites hold, before anything else", async () => {
    expect(slotsOf(await permitted())).toEqual(["from", "check_query", "search_by_SQL", "use_values"]);
    await open.session.draft({ from: "customer", where: "" });
    expect(slotsOf(await permitted())).toEqual([
      "from",
      "where",
      "select",
      "check_query",
      "search_by_SQL",
      "use_values",
    ]);
    await open.session.draft({ select: "name" });
    const whole = await permitted();
    expect(slotsOf(whole)).toEqual([
      "from",
      "where",
      "select",
      "group_by",
      "order_by",
      "check_query",
      "search_by_SQL",
      "use_values",
    ]);
    expect(labelsOf(whole)).toContain("check_query(the draft)");
  });

  it("name in a slot's constraint the tables and columns that fit", async () => {
    await open.session.draft({ from: "product" });
    const where = (await permitted()).find((each) => each.type === "slot" && each.tool === "where");
    expect(where).toMatchObject({
      argument: "where_statement",
      constraint: {
        type: "string",
        description: expect.stringContaining("product(id, title, price, stock)"),
      },
    });
    expect(JSON.stringify(where)).not.toContain("home_city_id");
  });

  it("say in the slot of FROM how tables are joined", async () => {
    const from = (await permitted()).find((each) => each.type === "slot" && each.tool === "from");
    expect(JSON.stringify(from)).toContain("customer.home_city_id = city.id");
  });

  it("take a reference that the thought names, under a name that is free", async () => {
    const [first] = await permitted({ thought: "I use the values of kb:#3.labels here." });
    expect(first).toMatchObject({
      tool: "use_values",
      arguments: { name: "given" },
      argument: "values",
      constraint: { format: "reference" },
    });
    await open.session.act("use_values", { name: "given", values: '["York"]' });
    const [next] = await permitted({ thought: "I use the values of kb:#4.labels here." });
    expect(next).toMatchObject({ arguments: { name: "given_values" } });
  });

  it("look up the values that the question names, as they are stored, and coded columns", async () => {
    const labels = labelsOf(await permitted());
    expect(labels).toContain("find_columns_containing_value(York)");
    expect(labels).toContain("get_distinct_values(customer, status)");
    expect(labels).toContain("get_date_format(customer, joined)");
    expect(labels).not.toContain("find_columns_containing_value(which)");
  });

  it("take the singular of a plural, and quoted text whether it is stored or not", async () => {
    const task = { question: "Who bought desks or 'garden gnome' on February 11, 2023?" };
    const labels = labelsOf(await permitted({ task }));
    expect(labels).toContain("find_columns_containing_value(Desk)");
    expect(labels).toContain("find_columns_containing_value_fuzzy(garden gnome)");
  });

  it("look up what the oracle knowledge quotes", async () => {
    const task = {
      question: "How many customers cannot order any more?",
      oracleKnowledge: "cannot order refers to customer.status = 'B'",
    };
    expect(labelsOf(await permitted({ task }))).toContain("find_columns_containing_value(B)");
  });

  it("follow the thought: the tool it names comes first", async () => {
    await open.session.draft({ from: "customer", where: "", select: "name" });
    const thought = "I should group the customers by city.";
    expect(slotsOf(await permitted({ thought }))[0]).toBe("group_by");
    const dates = labelsOf(
      await permitted({ thought: "Let me see the format of the dates with get_date_format." }),
    );
    expect(dates.find((label) => label !== "check_query(the draft)")).toMatch(/^get_date_format/u);
  });

  it("look up of a thought what it quotes or names, and none of its other words", async () => {
    const labels = labelsOf(
      await permitted({
        task: { question: "How many customers are there?" },
        thought: "Use the whole desk query as given, and see whether New York or 'lamp' is kept.",
      }),
    );
    expect(labels).toContain("find_columns_containing_value(New York)");
    // A part of a value that was found says nothing on its own.
    expect(labels).not.toContain("find_columns_containing_value(York)");
    expect(labels.filter((label) => /lamp/iu.test(label))).not.toEqual([]);
    for (const word of ["Use", "whole", "desk", "query", "given", "kept"])
      expect(labels.filter((label) => label.toLowerCase().endsWith(`(${word.toLowerCase()})`))).toEqual([]);
  });

  it("hold a written lookup first, as it was written, if its tables and columns exist", async () => {
    const written = [
      {
        environment: "shop",
        tool: "get_distinct_values",
        arguments: { table: "Customer", column: "name", limit: 3 },
      },
      { environment: "shop", tool: "describe_tables", arguments: { tables: ["product"] } },
      { environment: "shop", tool: "find_columns_containing_value", arguments: { value: "anything" } },
    ];
    const wrong = [
      {
        environment: "shop",
        tool: "get_distinct_values",
        arguments: { table: "customer", column: "colour" },
      },
      { environment: "shop", tool: "describe_tables", arguments: { tables: ["product", "weather"] } },
      { environment: "shop", tool: "find_columns_containing_value", arguments: { value: "" } },
      { environment: "shop", tool: "where", arguments: { where_statement: "id = 1" } },
    ];
    const list = await permitted({ written: [...written, ...wrong] });
    const actions = list.flatMap((each) => (each.type === "action" ? [each.action] : []));
    expect(actions.slice(0, 3)).toEqual(written);
    for (const action of wrong) expect(actions).not.toContainEqual(action);
  });

  it("take no empty query for a whole one", async () => {
    const list = await permitted();
    const whole = list.filter((each) => each.type === "slot" && each.argument === "query");
    expect(whole).toMatchObject([{ constraint: { minLength: 1 } }, { constraint: { minLength: 1 } }]);
  });

  it("list no keys and no references, and read no dates from them", async () => {
    const thought =
      "Use get_distinct_values or get_date_format for when each id, customer_id, city_id, product_id was.";
    const labels = labelsOf(await permitted({ thought, limit: 200 }));
    expect(labels.filter((label) => /\((?:\w+, )(?:id|\w+_id)\)/u.test(label))).toEqual([]);
  });

  it("hold no text between two quoted ones, and no pattern", async () => {
    const thought = "WHERE name = '' OR name LIKE '%lamp%' AND status = 'A'";
    const labels = labelsOf(await permitted({ thought }));
    expect(labels.filter((label) => /^find_columns\w+\((?![\p{L}\p{N}])/u.test(label))).toEqual([]);
  });

  it("keep to the limit and keep the slots", async () => {
    const cut = await permitted({ limit: 5 });
    expect(cut).toHaveLength(5);
    expect(slotsOf(cut)).toHaveLength(4);
    expect(await permitted({ limit: 2 })).toHaveLength(2);
  });

  it("can all be taken, and none is there twice", async () => {
    const list = await permitted({
      task: { question: "Which 'A' customers of Paris, PL and New York bought Red lamps on 2023-02-11?" },
    });
    const actions = list.flatMap((each) => (each.type === "action" ? each.action : []));
    expect(actions.length).toBeGreaterThan(8);
    expect(new Set(actions.map((action) => JSON.stringify(action))).size).toBe(actions.length);
    for (const action of actions) {
      expect(
        (await open.environment.act(open.session.workspace, action, testContext())).failure,
      ).toBeUndefined();
    }
  });
});
