import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/**
 * Calls tools of an MCP server one after another and prints what each gave and took:
 * `node mcp-client.ts calls.json http://…/mcp` (token in FUXI_MCP_TOKEN) or `… calls.json -- node bin/fuxi.mjs mcp TARGET`.
 * calls.json: [["tool", { argument: … }], …]; "$" stands for the handle that came last.
 */
const [file = "", address = "", ...command] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(file, "utf8")) as readonly (readonly [
  string,
  Readonly<Record<string, unknown>>,
])[];
const token = process.env["FUXI_MCP_TOKEN"];
const client = new Client({ name: "first-week", version: "1.0.0" });
await client.connect(
  address === "--"
    ? new StdioClientTransport({
        command: command[0] ?? "",
        args: command.slice(1),
        env: process.env as Record<string, string>,
      })
    : new StreamableHTTPClientTransport(new URL(address), {
        requestInit: token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
      }),
);
const { tools } = await client.listTools();
console.log(`${tools.length} tools, ${JSON.stringify(tools).length} characters`);
let handle = "";
for (const [name, given] of calls) {
  const args = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, value === "$" ? handle : value]),
  );
  const began = performance.now();
  const result = await client.callTool({ name, arguments: args });
  const took = ((performance.now() - began) / 1000).toFixed(2);
  const structured = result.structuredContent as { readonly workspace?: string } | undefined;
  handle = structured?.workspace ?? handle;
  const text = result.content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
  console.log(
    `\n== ${name} ${took} s, ${text.length} characters${result.isError === true ? ", error" : ""}\n${text}`,
  );
}
await client.close();
