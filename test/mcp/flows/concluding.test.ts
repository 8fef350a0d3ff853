import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { does } from "../support/call.ts";
import { connectMcp, type McpUnderTest } from "../support/mcp-process.ts";

let folder: string;
let mcp: McpUnderTest;
let workspace: unknown;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fuxi-mcp-"));
  const file = join(folder, "rides.sqlite");
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE rider (id INTEGER PRIMARY KEY, home_city TEXT, joined TEXT)");
  for (const [at, city] of ["Lyon", "Paris", "Lyon"].entries()) {
    database.prepare("INSERT INTO rider VALUES (?, ?, ?)").run(at + 1, city, `2023-01-0${at + 1}`);
  }
  database.close();
  mcp = await connectMcp({ transport: "stdio", era: "2026-07-28", folder, args: [file] });
});
afterAll(async () => {
  await mcp?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  workspace = (await does(mcp.client, "open_workspace", {})).data["workspace"];
});

const drafted = async (query: string): Promise<unknown> =>
  (await does(mcp.client, "check_query", { workspace, query })).data["workspace"];

describe("concluding over MCP", () => {
  it("shows what the draft comes to beside words that are claimed: its value, its rows, or that it has none", async () => {
    const claim = "There are five riders.";
    for (const [query, shown] of [
      ["SELECT count(*) AS riders FROM rider", ["1 row", "riders", "3"]],
      ["SELECT home_city FROM rider WHERE id < 3 ORDER BY id", ["2 rows", "home_city", "Lyon", "Paris"]],
      ["SELECT joined FROM rider WHERE id = 9", ["0 rows", "joined"]],
      ["SELECT max(joined) AS last FROM rider WHERE id = 9", ["1 row", "last", "NULL"]],
    ] as const) {
      workspace = await drafted(query);
      const { text, data } = await does(mcp.client, "conclude", { workspace, claim });
      expect(text).toBe([`Answer: ${claim}`, ...shown, `sql: ${query}`].join("\n"));
      expect(data).toMatchObject({ answer: claim, columns: [shown[1]] });
    }
    workspace = await drafted("SELECT count(*) FROM rider");
    const same = await does(mcp.client, "conclude", { workspace, claim: "3" });
    expect(same.text).toBe("Answer: 3\nsql: SELECT count(*) FROM rider");
  });

  it("says last what may be wrong with a query that is claimed, and nothing of it for the draft", async () => {
    const claim = "SELECT max(joined) FROM rider WHERE home_city = 'Lyonn'";
    const { text, data } = await does(mcp.client, "conclude", { workspace, claim });
    const lines = text.split("\n");
    expect(lines.slice(0, 2)).toEqual(["Answer: NULL", `sql: ${claim}`]);
    expect(lines[2]).toMatch(/^warning: rider.home_city has no value 'Lyonn'/u);
    expect(lines.at(-1)).toMatch(/^(?:try|warning): .*'Lyon'/u);
    expect(data["warnings"]).toMatchObject([expect.stringContaining("has no value 'Lyonn'")]);
    workspace = await drafted(claim);
    const seen = await does(mcp.client, "conclude", { workspace, claim });
    expect(seen.text).not.toContain("warning");
    expect(seen.data).not.toHaveProperty("warnings");
  });

  it("says what it handed in where the handle that was named is an older one", async () => {
    const old = await drafted("SELECT count(*) FROM rider");
    workspace = old;
    const now = await drafted("SELECT min(joined) FROM rider");
    const late = await does(mcp.client, "conclude", { workspace: ` "${String(old)}"` });
    expect(late.text).toMatch(/^Answer: 2023-01-01\n/u);
    expect(late.text).toContain(`\nworkspace: ${String(now)} (newer than the one that was named`);
    expect(late.data).toMatchObject({ workspace: now, answer: "2023-01-01" });
    for (const named of [now, String(now).replace(/\.\d+$/u, "")]) {
      const current = await does(mcp.client, "conclude", { workspace: named });
      expect(current.text).not.toContain("workspace:");
      expect(current.data).not.toHaveProperty("workspace");
    }
  });
});
