import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectMcp, type McpUnderTest } from "../../../mcp/support/mcp-process.ts";
import { ENGINES, type Engine } from "../../../support/per-engine.ts";
import { SHOPS } from "../../../support/shop-database.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { HOSTILE_SHOPS, type HostileShop } from "./hostile-shops.ts";
import { HARMLESS, HOSTILE_STATEMENTS } from "./hostile-statements.ts";

/** Tools with the argument that a statement is put into, and what makes it a text of that clause at first sight. */
const PLACES: readonly (readonly [tool: string, argument: string, write: (statement: string) => string])[] = [
  ["search_by_SQL", "query", (statement) => statement],
  ["check_query", "query", (statement) => statement],
  ["conclude", "claim", (statement) => statement],
  ["from", "from_statement", (statement) => `city; ${statement}`],
  ["from", "from_statement", (statement) => `(${statement}) AS x`],
  ["where", "where_statement", (statement) => `id = 1; ${statement}`],
  ["where", "where_statement", (statement) => `id IN (${statement})`],
  ["select", "select_statement", (statement) => `id FROM city; ${statement} --`],
  ["select", "select_statement", (statement) => `(${statement})`],
  ["group_by", "group_by_statement", (statement) => `id; ${statement}`],
  ["having", "having_statement", (statement) => `count(*) > 0; ${statement}`],
  ["order_by", "order_by_statement", (statement) => `id; ${statement}`],
  ["order_by", "order_by_statement", (statement) => `id LIMIT (${statement})`],
];

/** The draft that clauses are put into. */
const DRAFT: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["from", { from_statement: "city" }],
  ["where", { where_statement: "" }],
  ["select", { select_statement: "id, count(*) AS n" }],
  ["group_by", { group_by_statement: "id" }],
];

interface Reply {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

const TARGETS = ENGINES.flatMap((engine) => {
  const roles =
    engine === "postgres" || engine === "mariadb" ? (["owner", "reader"] as const) : (["owner"] as const);
  return roles.map((role) => ({ engine, role }));
}).filter(({ engine }) => SHOPS[engine].missing === undefined);

describe.each(TARGETS)("hostile statements over MCP on $engine, as its $role", ({ engine, role }) => {
  const folder = temporaryFolder();
  let shop: HostileShop;
  let mcp: McpUnderTest;
  let home: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "fuxi-mcp-"));
    shop = await HOSTILE_SHOPS[engine](folder);
    const target = shop.targets[role] ?? "";
    mcp = await connectMcp({ transport: "stdio", era: "2026-07-28", folder: home, args: [target] });
  }, 60_000);
  afterAll(async () => {
    await mcp?.[Symbol.asyncDispose]();
    await shop?.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<Reply> =>
    (await mcp.client.callTool({ name, arguments: { ...args } })) as Reply;

  it("change no row, no name, no setting and no file, whichever tool they are put into", async () => {
    const opened = await call("open_workspace", {});
    let workspace = opened.structuredContent?.["workspace"];
    for (const [tool, args] of DRAFT) {
      const { isError, structuredContent } = await call(tool, { workspace, ...args });
      expect(isError ?? false, tool).toBe(false);
      workspace = structuredContent?.["workspace"] ?? workspace;
    }
    const before = await shop.state();
    for (const statement of HOSTILE_STATEMENTS[engine as Engine]) {
      for (const [tool, argument, write] of PLACES) {
        const text = write(statement);
        const { isError, ...shown } = await call(tool, { workspace, [argument]: text });
        if (tool === "search_by_SQL" && !HARMLESS.has(text)) expect(isError, text).toBe(true);
        expect(JSON.stringify(shown), `${tool} ${text}`).not.toContain("root:");
      }
      expect(await shop.state(), statement).toBe(before);
    }
    const rows = await call("search_by_SQL", { workspace, query: "SELECT count(*) FROM parameter" });
    expect(JSON.stringify(rows.structuredContent)).toContain("[[2]]");
    // What is compared does notice a change.
    await mcp[Symbol.asyncDispose]();
    await shop.execute("UPDATE parameter SET setting = 'changed' WHERE code = 'A'");
    expect(await shop.state()).not.toBe(before);
  }, 300_000);
});

for (const engine of ENGINES) {
  const { missing } = SHOPS[engine];
  if (missing !== undefined) it.skip(`hostile statements on ${engine}: ${missing}`);
}
