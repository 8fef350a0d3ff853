import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, does } from "../support/call.ts";
import { connectMcp, type McpUnderTest, TRANSPORTS } from "../support/mcp-process.ts";

const THIRTY_THOUSAND = "SELECT a.credit_id, b.genre_id FROM credit a, genre b LIMIT 30000";
/** Ends by its time limit only. */
const ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";

describe.each(TRANSPORTS)("what a server bounds over %s", (transport) => {
  let folder: string;
  let mcp: McpUnderTest;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fuxi-mcp-"));
    const args = ["sample:cinema", "--query-timeout", "600"];
    mcp = await connectMcp({ transport, era: "2026-07-28", folder, args });
  });
  afterAll(async () => {
    await mcp[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it("counts all rows of an answer and hands the whole of it over as a resource", async () => {
    const opened = await does(mcp.client, "open_workspace", {});
    const { workspace } = opened.data;
    const answer = await does(mcp.client, "conclude", { workspace, claim: THIRTY_THOUSAND });
    expect(answer.data["total"]).toBe(30_000);
    expect((answer.data["rows"] as unknown[]).length).toBe(100);
    expect(answer.text).toContain("… 29980 more rows");
    const [uri] = answer.links;
    expect(uri).toBe(answer.data["full"]);
    const { contents } = await mcp.client.readResource({ uri: String(uri) });
    const [{ text = "" } = {}] = contents as readonly { text?: string }[];
    expect(text.trimEnd().split("\n").length).toBe(30_000);
    expect(JSON.parse(text.slice(0, text.indexOf("\n")))).toHaveLength(2);
  });

  it("stops a query at the engine when its call is cancelled, so that the next one is not kept waiting", async () => {
    const abort = new AbortController();
    const endless = mcp.client.callTool(
      { name: "search_by_SQL", arguments: { query: ENDLESS } },
      { signal: abort.signal },
    );
    const ended = expect(endless).rejects.toThrow();
    setTimeout(() => abort.abort(), 300);
    await ended;
    expect((await does(mcp.client, "search_by_SQL", { query: "SELECT 7" })).data).toMatchObject({
      rows: [[7]],
    });
  });

  it("tells a client that asked for it that a long call is still at work", async () => {
    const abort = new AbortController();
    const heard: string[] = [];
    const endless = mcp.client.callTool(
      { name: "search_by_SQL", arguments: { query: ENDLESS } },
      {
        signal: abort.signal,
        onprogress: ({ progress, message = "" }) => {
          heard.push(`${progress} ${message}`);
          if (heard.length === 2) abort.abort();
        },
      },
    );
    await expect(endless).rejects.toThrow();
    expect(heard[0]).toMatch(/still at work after 1 s/u);
    const [first = 0, second = 0] = heard.map((each) => Number.parseFloat(each));
    expect(second).toBeGreaterThan(first);
  });

  it("answers wrong arguments of every kind with advice, and works on", async () => {
    const { tools } = await mcp.client.listTools();
    const opened = await does(mcp.client, "open_workspace", {});
    const { workspace } = opened.data;
    const wrong = [
      17,
      -1,
      true,
      null,
      [],
      [[]],
      {},
      { $ref: "x:y" },
      "",
      "\u0000",
      "🙂".repeat(2000),
      "x".repeat(100_000),
      "'; DROP TABLE film; --",
    ];
    for (const { name, inputSchema } of tools) {
      const names = Object.keys(inputSchema.properties ?? {});
      for (const value of wrong) {
        for (const argument of names) {
          const given = Object.fromEntries(names.map((each) => [each, each === argument ? value : "film"]));
          const args = argument === "workspace" ? given : { ...given, workspace };
          const { failed, failure, text } = await call(mcp.client, name, args);
          expect(text.length, `${name} ${argument}`).toBeLessThan(25_000);
          if (failed)
            expect(failure?.code, `${name} ${argument}: ${text.slice(0, 300)}`).not.toBe("internal");
        }
      }
      const { failure } = await call(mcp.client, name, { nonsense: 1 });
      expect(failure, name).toMatchObject({ code: "invalid-arguments" });
    }
    await expect(mcp.client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow(
      /open_workspace/u,
    );
    expect(
      (await does(mcp.client, "search_by_SQL", { query: "SELECT count(*) > 0 FROM film" })).data,
    ).toMatchObject({ rows: [[1]] });
  });
});
