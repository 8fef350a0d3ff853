import { beforeEach, expect, it } from "vitest";
import type { ActContext } from "../../../../src/environment/act-context.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { describeShops } from "../../../support/describe-shops.ts";
import { handedOver } from "../../../support/handed-over.ts";
import { SHOPS } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";

describeShops("references to the draft", [SHOPS.sqlite], (open) => {
  beforeEach(async () => {
    context = testContext();
    open.session = await ShopSession.open(open.environment, "", context);
  });
  let context: ActContext;

  const check = (query: string) => open.session.act("check_query", { query });
  async function read(name: string) {
    const result = await open.environment.capabilities.references?.read(
      open.session.workspace,
      name,
      context,
    );
    if (!result?.values) return { failure: result?.failure };
    const content = await context.artifacts.get(result.values.values.sha256, context.principal);
    const lines = new TextDecoder().decode(content).trim().split("\n");
    const values = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as unknown);
    expect(result.values.total).toBe(values.length);
    return { kind: result.values.kind, values };
  }
  const list = () => open.environment.capabilities.references?.list(open.session.workspace, context);

  it("are listed with its columns, by place where two have one name", async () => {
    expect(await list()).toEqual([]);
    await check("SELECT id, name, name FROM city");
    expect(await list()).toEqual([
      { name: "draft.id", kind: "numbers" },
      { name: "draft.name", kind: "texts" },
      { name: "draft.3", kind: "texts" },
    ]);
  });

  it("give each different value once, in the order of the rows, without NULL", async () => {
    await check(
      "SELECT work_city_id AS work, status, placed_on FROM customer c LEFT JOIN purchase p ON p.customer_id = c.id ORDER BY c.id, p.id",
    );
    expect(await read("draft.work")).toEqual({ kind: "numbers", values: [2, 4] });
    expect(await read("draft.STATUS")).toEqual({ kind: "texts", values: ["A", "B"] });
    expect(await read("draft.3")).toEqual({
      kind: "dates",
      values: ["2023-01-05", "2023-02-11", "2024-03-01"],
    });
  });

  it("need no column where there is only one, and fail with the names where it is unknown", async () => {
    await check("SELECT name FROM city WHERE id = 1");
    expect(await read("draft")).toEqual({ kind: "texts", values: ["Łódź"] });
    const { failure } = await read("draft.nmae");
    expect(failure).toMatchObject({ code: "unknown-reference", suggestions: [{ text: "draft.name" }] });
    expect((await read("last.name")).failure?.code).toBe("unknown-reference");
  });

  it("need a draft that is complete", async () => {
    expect((await read("draft.name")).failure?.code).toBe("unknown-reference");
    await open.session.draft({ from: "city", where: "" });
    expect((await read("draft.name")).failure?.code).toBe("draft-incomplete");
  });

  it("are refused as a whole where the result has more than 100,000 rows", async () => {
    const query = (tables: number) => {
      const each = Array.from({ length: tables }, (_, at) => at);
      const sum = each.map((at) => `${4 ** at} * t${at}.id`).join(" + ");
      return `SELECT ${sum} AS i FROM ${each.map((at) => `customer t${at}`).join(" CROSS JOIN ")}`;
    };
    await check(query(9));
    expect((await read("draft.i")).failure?.code).toBe("too-large");
    await check(query(5));
    expect((await read("draft.i")).values).toHaveLength(1024);
  });

  it("may rest on values that were handed over themselves", async () => {
    context = await handedOver("kb:#0.labels", "texts", ["York", "Paris", "Oslo"], context);
    open.session = await ShopSession.open(open.environment, "", context);
    await open.session.act("use_values", { name: "places", values: "kb:#0.labels" });
    await check("SELECT id FROM city JOIN places ON name = value ORDER BY id");
    expect(await read("draft.id")).toEqual({ kind: "numbers", values: [3, 4] });
  });
});
