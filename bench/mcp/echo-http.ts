import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { echoServer } from "./echo-server.ts";

const handler = createMcpHandler(() => echoServer());
const server = createAdaptorServer({ fetch: (request) => handler.fetch(request) }) as Server;
server.listen(0, "127.0.0.1");
await once(server, "listening");
console.error(`at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
