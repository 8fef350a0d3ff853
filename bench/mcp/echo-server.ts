import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

/** The SDK alone, over the carrier that is named: `stdio`, or `http`, where it says on stderr at which URL it listens. */
if (process.argv[2] === "stdio") serveStdio(() => echoServer());
else {
  const handler = createMcpHandler(() => echoServer());
  const server = createAdaptorServer({ fetch: (request) => handler.fetch(request) }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  console.error(`at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

/** One tool with the arguments and the result of `is_value_in_column`, which looks nothing up. */
function echoServer(): McpServer {
  const server = new McpServer({ name: "echo", version: "1" });
  server.registerTool(
    "echo_value",
    {
      description: "Whether a column has this value: in how many rows, or else the nearest values.",
      inputSchema: z.object({
        workspace: z.string().optional(),
        table: z.string(),
        column: z.string(),
        value: z.string(),
      }),
      outputSchema: z.object({
        text: z.string(),
        found: z.boolean(),
        count: z.int(),
        codes: z.array(z.string()).optional(),
        nearest: z.array(z.object({ value: z.string(), count: z.int() })).optional(),
        elsewhere: z.array(z.object({ table: z.string(), column: z.string() })).optional(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ table, column, value }) => {
      const text = `Yes: ${table}.${column} holds '${value}' in 1 row.`;
      return {
        content: [{ type: "text", text }],
        structuredContent: { text, found: true, count: 1, codes: [], nearest: [], elsewhere: [] },
      };
    },
  );
  return server;
}
