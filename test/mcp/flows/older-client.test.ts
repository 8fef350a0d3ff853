import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENTRY, environmentIn, type HttpServer, startHttp } from "../support/mcp-process.ts";

let folder: string;
let http: HttpServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fuxi-mcp-"));
  http = await startHttp(["sample:cinema"], folder);
});
afterAll(async () => {
  http.child.kill("SIGTERM");
  await once(http.child, "exit");
  rmSync(folder, { recursive: true, force: true });
});

const TRANSPORTS: readonly [string, () => Transport][] = [
  [
    "stdio",
    () =>
      new StdioClientTransport({
        command: process.execPath,
        args: [ENTRY, "mcp", "sample:cinema"],
        env: environmentIn(folder),
        stderr: "ignore",
      }),
  ],
  // The SDK's own types of this transport do not hold under exactOptionalPropertyTypes.
  ["http", () => new StreamableHTTPClientTransport(new URL(http.url)) as unknown as Transport],
];

describe.each(TRANSPORTS)("a client of the first SDK (revision 2025-11-25) over %s", (_, transport) => {
  it("lists tools whose results match their schemas, is asked as it always was, reads a result", async () => {
    const client = new Client({ name: "older", version: "1" }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      expect(params.message).toContain("rating");
      return { action: "accept", content: { other: "the marks of members" } };
    });
    await client.connect(transport());
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("check_query");
      // Having listed the tools, this client checks structured content against their output schemas.
      const opened = await client.callTool({
        name: "open_workspace",
        arguments: { question: "Best rating?" },
      });
      const first = opened.structuredContent as { workspace: string };
      const asked = await client.callTool({
        name: "clarify",
        arguments: {
          workspace: first.workspace,
          words: "rating",
          question: "Which rating?",
          options: ["the public's", "the members'"],
        },
      });
      expect(asked.structuredContent).toMatchObject({ status: "settled", meaning: "the marks of members" });
      const { workspace } = asked.structuredContent as { workspace: string };
      const drafted = await client.callTool({
        name: "check_query",
        arguments: { workspace, query: "SELECT title FROM film WHERE vote_average > 1" },
      });
      expect(drafted.isError).toBeFalsy();
      const answer = await client.callTool({
        name: "conclude",
        arguments: { workspace: (drafted.structuredContent as { workspace: string }).workspace },
      });
      const { full, total } = answer.structuredContent as { full: string; total: number };
      const { contents } = await client.readResource({ uri: full });
      const [{ text = "" } = {}] = contents as readonly { text?: string }[];
      expect(text.trimEnd().split("\n").length).toBe(total);
    } finally {
      await client.close();
    }
  });
});
