import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { createDatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { mcpServerFactory } from "../../src/mcp/create-mcp-server.ts";
import { createMcpService } from "../../src/mcp/create-mcp-service.ts";
import { namedToken } from "../../src/mcp/http/authentication/tokens.ts";
import { serveMcpHttp } from "../../src/mcp/http/serve-mcp-http.ts";
import { openStore } from "../../src/open-store.ts";
import { clientOf, ERAS } from "../mcp/support/mcp-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { collected } from "./otlp-collector.ts";
import { CANARIES, writeShop } from "./shop-run.ts";

const path = writeShop(temporaryFolder());
const TOKEN = "numbat-token-0123456789abcdef0123";
const CALLER = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
const OUTER = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };
const parentOf = ({ trace, span }: typeof CALLER) => `00-${trace}-${span}-01`;

interface Calling {
  readonly era?: (typeof ERAS)[number];
  readonly tool?: string;
  readonly query?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call over HTTP, traced; whatever comes back. */
const called = ({
  era = "2026-07-28",
  tool = "search_by_SQL",
  query = CANARIES.sql,
  meta,
  headers = {},
}: Calling) =>
  collected(async () => {
    const environment = await createDatabaseEnvironment({
      id: "shop",
      driver: await openSqliteDriver({ path }),
      cacheFolder: `${path}-cache`,
      indexMode: "memory",
    });
    const service = createMcpService({
      environments: [environment],
      store: await openStore(),
    });
    const settings = { name: "fuxi", version: "1", stateKey: new Uint8Array(32).fill(7) };
    const server = await serveMcpHttp(mcpServerFactory(service, settings), {
      name: "fuxi",
      version: "1",
      authentication: { type: "tokens", tokens: [namedToken("anna", TOKEN, "test")] },
    });
    const client = clientOf({ era });
    try {
      await client.connect(
        new StreamableHTTPClientTransport(new URL(server.url), {
          requestInit: { headers: { authorization: `Bearer ${TOKEN}`, ...headers } },
        }),
      );
      await client.listTools();
      await client
        .callTool({ name: tool, arguments: { query }, ...(meta === undefined ? {} : { _meta: meta }) })
        .catch(() => {});
    } finally {
      await client.close();
      await server.close();
      await environment.close();
    }
  });

describe.each(ERAS)("a call of an MCP client of %s", (era) => {
  it("goes on with the trace that the client names, down to the statement", async () => {
    const { one, named, bytes } = await called({ era, meta: { traceparent: parentOf(CALLER) } });
    const call = one("tools/call search_by_SQL");
    expect(call).toMatchObject({
      traceId: CALLER.trace,
      parentSpanId: CALLER.span,
      kind: 2,
      failed: false,
    });
    expect(call.attributes).toMatchObject({
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "search_by_SQL",
      "gen_ai.operation.name": "execute_tool",
      "network.transport": "tcp",
      "network.protocol.name": "http",
      "mcp.protocol.version": era === "2025" ? "2025-11-25" : "2026-07-28",
    });
    expect(typeof call.attributes["mcp.session.id"]).toBe(era === "2025" ? "string" : "undefined");
    const tool = one("execute_tool search_by_SQL");
    expect(tool).toMatchObject({ traceId: CALLER.trace, parentSpanId: call.spanId });
    const statements = named("SELECT shop").filter(({ parentSpanId }) => parentSpanId === tool.spanId);
    expect(statements.length).toBeGreaterThan(0);
    for (const canary of [...Object.values(CANARIES), TOKEN]) expect(bytes).not.toContain(canary);
  });
});

describe("where a call over MCP belongs", () => {
  it("is the HTTP request's trace, where only that names one", async () => {
    const { one } = await called({ headers: { traceparent: parentOf(OUTER) } });
    expect(one("tools/call search_by_SQL")).toMatchObject({ traceId: OUTER.trace, parentSpanId: OUTER.span });
  });

  it("is the message's trace where both name one", async () => {
    const { one } = await called({
      headers: { traceparent: parentOf(OUTER) },
      meta: { traceparent: parentOf(CALLER) },
    });
    expect(one("tools/call search_by_SQL")).toMatchObject({
      traceId: CALLER.trace,
      parentSpanId: CALLER.span,
    });
  });

  it.each([
    "",
    "nonsense",
    `00-${"0".repeat(32)}-${CALLER.span}-01`,
    `ff-${CALLER.trace}-${CALLER.span}-01`,
    7,
  ])("is a trace of its own where the client names an impossible one: %j", async (traceparent) => {
    const { one } = await called({ meta: { traceparent } });
    const call = one("tools/call search_by_SQL");
    expect(call.parentSpanId).toBeUndefined();
    expect(call.traceId).not.toBe(CALLER.trace);
  });
});

describe("what went wrong in a call over MCP", () => {
  it("is a tool error with the failure's code", async () => {
    const query = `SELECT ${CANARIES.column} FROM customer`;
    const { one, bytes } = await called({ query });
    expect(one("tools/call search_by_SQL")).toMatchObject({
      failed: true,
      attributes: { "error.type": "tool_error", "fuxi.failure.code": "unknown-column" },
    });
    expect(bytes).not.toContain(CANARIES.column);
  });

  it("is the protocol's code where no tool has the name, which is not exported", async () => {
    const { one, bytes } = await called({ tool: "find_numbats" });
    expect(one("tools/call")).toMatchObject({
      failed: true,
      attributes: { "error.type": "-32602", "rpc.response.status_code": "-32602" },
    });
    expect(bytes).not.toContain("numbats");
  });
});
