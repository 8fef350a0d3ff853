import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKSPACE_TEXT_CHARACTERS } from "../../../src/environment/workspace.ts";
import type { DatabaseEnvironment } from "../../../src/environments/database/create-database-environment.ts";
import { SHOP_ENGINES, type Shop } from "../../support/shop-database.ts";
import { ShopSession } from "../../support/shop-session.ts";

const [sqlite] = SHOP_ENGINES;

describe("what the workspace of a database holds", () => {
  let shop: Shop | undefined;
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    shop = await sqlite?.create();
    environment = (await shop?.open()) as DatabaseEnvironment;
  });
  afterAll(async () => {
    await environment.close();
    await shop?.drop();
  });
  const told = (session: ShopSession) => environment.workspaceText?.(session.workspace);

  it("is nothing at first, whatever was looked up", async () => {
    const session = await ShopSession.open(environment);
    await session.act("search_by_SQL", { query: "SELECT 1" });
    expect(told(session)).toBe("");
  });

  it("are the clauses so far, by part, until they are a query", async () => {
    const session = await ShopSession.open(environment);
    await session.act("from", { from_statement: "city", name: "c" });
    expect(told(session)).toBe('Draft, not yet a query:\nc: from "city"');
    await session.act("where", { where_statement: "country = 'GB'", part: "c" });
    await session.act("select", { select_statement: "id", part: "c" });
    await session.act("from", { from_statement: "c" });
    expect(told(session)).toBe(
      `Draft, not yet a query:\nc: from "city", where "country = 'GB'", select "id"\nmain: from "c"`,
    );
    await session.draft({ where: "", select: "count(*)" });
    expect(told(session)).toBe(
      "Draft: WITH c AS (SELECT id FROM city WHERE country = 'GB') SELECT count(*) FROM c",
    );
    await session.act("from", { from_statement: "product", operator: "UNION ALL" });
    expect(told(session)).toContain('\n2 (UNION ALL): from "product"');
  });

  it("says how to see a query that is too long for it", async () => {
    const session = await ShopSession.open(environment);
    const names = Array.from({ length: 400 }, (_, at) => `'name ${at}'`).join(", ");
    await session.act("check_query", { query: `SELECT id FROM city WHERE name IN (${names})` });
    const text = told(session) ?? "";
    expect(text.length).toBeLessThanOrEqual(WORKSPACE_TEXT_CHARACTERS);
    expect(text).toMatch(
      /^Draft: SELECT id FROM city .*… \(\d+ characters; check_query\(""\) shows all of it\)$/u,
    );
  });

  it("keeps to its bound with many parts and tables, the newest of which stay", async () => {
    const session = await ShopSession.open(environment);
    for (let at = 0; at < 30; at++) {
      await session.act("use_values", { name: `given_${at}`, values: '["Paris"]' });
      await session.act("from", { from_statement: "city", name: `part_${at}` });
      await session.act("where", { where_statement: `name <> '${"x".repeat(300)}'`, part: `part_${at}` });
    }
    const text = told(session) ?? "";
    expect(text.length).toBeLessThanOrEqual(WORKSPACE_TEXT_CHARACTERS);
    expect(text).toMatch(/… \d+ older parts left out\n/u);
    expect(text).toContain('part_29: from "city", where "name <> ');
    expect(text).toMatch(/… \d+ older tables left out\n/u);
    expect(text).toContain("Table given_29(value): 1 texts of ");
  });
});
