import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { SHOP_ENGINES, type Shop } from "../../support/shop-database.ts";
import { ShopSession } from "../../support/shop-session.ts";

const [sqlite] = SHOP_ENGINES;

describe("drafts on SQLite", () => {
  let shop: Shop;
  let environment: DatabaseEnvironment;
  let session: ShopSession;
  beforeAll(async () => {
    if (!sqlite) throw new Error("SQLite comes first.");
    shop = await sqlite.create();
    environment = await shop.open();
  });
  afterAll(async () => {
    await environment?.close();
    await shop?.drop();
  });
  beforeEach(async () => {
    session = await ShopSession.open(environment);
  });

  it("take a condition on a name that only the SELECT gives, once that is set", async () => {
    await session.draft({ from: "city", where: "", select: "id * 2 AS twice" });
    expect((await session.act("where", { where_statement: "twice > 4" })).text).toContain("where replaced");
  });

  it("take HAVING without groups, once group_by says that there are none", async () => {
    await session.draft({ from: "city", where: "", select: "max(id)", group_by: "", having: "count(*) > 3" });
    expect((await session.conclude()).answer?.value).toBe(4);
  });

  it("stop a recursion without end at the time limit, and go on", async () => {
    const limits = { rows: 100, characters: 20_000, milliseconds: 800 };
    session = await ShopSession.open(environment, "", testContext({ limits }));
    await session.act("from", { from_statement: "", name: "n(i)" });
    await session.draft({ where: "", select: "1" }, { part: "n" });
    await session.act("from", { from_statement: "n", name: "n", operator: "UNION ALL" });
    await session.act("where", { where_statement: "i < 2000000000", part: "n.2" });
    const select = await session.act("select", { select_statement: "i + 1", part: "n.2" });
    expect(select.data.totalRows).toBeUndefined();
    await session.draft({ from: "n", where: "", select: "count(*)" });
    const { failure } = await session.conclude();
    expect(failure?.code).toBe("time-limit");
    expect((await session.conclude("SELECT 1")).answer?.value).toBe(1);
  });

  it("say what to do about a query that is stopped at the time limit", async () => {
    const limits = { rows: 100, characters: 20_000, milliseconds: 300 };
    session = await ShopSession.open(environment, "", testContext({ limits }));
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    const failure = await session.fail("search_by_SQL", { query: endless });
    expect(failure).toMatchObject({ code: "time-limit", suggestions: [{ text: "narrow it" }] });
  });

  it("cost few tokens: the tools together stay below 1,500", () => {
    const sent = environment.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(JSON.stringify(sent).length / 4).toBeLessThan(1500);
  });

  it("are told from damaged and foreign workspaces", async () => {
    const action = { environment: "shop", tool: "check_query", arguments: { query: "" } };
    for (const state of [{}, { draft: { with: [], query: { cores: [{ from: 1 }], operators: [] } } }]) {
      const workspace = { ...session.workspace, state };
      await expect(environment.act(workspace, action, testContext())).rejects.toMatchObject({
        code: "workspace-invalid",
      });
    }
  });
});
