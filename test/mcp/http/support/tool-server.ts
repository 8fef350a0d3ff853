import { once } from "node:events";
import {
  inputRequired,
  inputResponse,
  McpServer,
  type McpServerFactory,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { afterEach } from "vitest";
import { z } from "zod";
import type { McpHttpOptions } from "../../../../src/mcp/http/mcp-http-options.ts";
import { type McpHttpServer, serveMcpHttp } from "../../../../src/mcp/http/serve-mcp-http.ts";

export interface ToolServer {
  readonly url: string;
  readonly server: McpHttpServer;
  readonly notices: readonly string[];
  /** Calls of `wait` that have begun and not ended. */
  readonly waiting: number;
  /** Calls of `wait` that were aborted. */
  readonly aborted: number;
  /** Lets all calls of `wait` end. */
  release(): void;
}

const running: McpHttpServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

/** A server whose tools tell what reaches a handler; closed after the test. */
export async function toolServer(options: Partial<McpHttpOptions> = {}): Promise<ToolServer> {
  const notices: string[] = [];
  const state = { waiting: 0, aborted: 0, gate: Promise.withResolvers<void>() };
  const server = await serveMcpHttp(factory(state), {
    name: "tools",
    version: "1.2.3",
    authentication: { type: "none" },
    onNotice: (notice) => notices.push(notice),
    ...options,
    limits: { graceSeconds: 0.2, ...options.limits },
  });
  running.push(server);
  return {
    url: server.url,
    server,
    notices,
    get waiting() {
      return state.waiting;
    },
    get aborted() {
      return state.aborted;
    },
    release() {
      state.gate.resolve();
      state.gate = Promise.withResolvers();
    },
  };
}

function factory(state: {
  waiting: number;
  aborted: number;
  gate: PromiseWithResolvers<void>;
}): McpServerFactory {
  const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
  const wait = async ({ mcpReq: { signal } }: ServerContext) => {
    state.waiting++;
    const released = await Promise.race([
      state.gate.promise.then(() => true),
      once(signal, "abort").then(() => false),
    ]);
    state.waiting--;
    if (!released) state.aborted++;
    return text("waited");
  };
  return () => {
    const server = new McpServer(
      { name: "tools", version: "1.2.3" },
      { capabilities: { tools: { listChanged: true } } },
    );
    server.registerTool("echo", { inputSchema: z.object({ words: z.string() }) }, ({ words }) => text(words));
    server.registerTool("who", {}, ({ http }) => text(JSON.stringify(http?.authInfo ?? null)));
    server.registerTool("headers", {}, ({ http }) =>
      text(JSON.stringify([...(http?.req?.headers.keys() ?? [])])),
    );
    server.registerTool("wait", {}, wait);
    server.registerTool("wait_streaming", {}, async (context) => {
      const progressToken = context.mcpReq._meta?.progressToken ?? 0;
      await context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress: 1 },
      });
      return wait(context);
    });
    server.registerTool("flood", {}, async (context) => {
      const progressToken = context.mcpReq._meta?.progressToken ?? 0;
      const message = "x".repeat(20_000_000);
      const params = { progressToken, progress: 1, message };
      await context.mcpReq.notify({ method: "notifications/progress", params });
      return wait(context);
    });
    server.registerTool("ask", {}, ({ mcpReq }) => {
      const view = inputResponse(mcpReq.inputResponses, "name");
      if (view.kind === "elicit") return text(JSON.stringify(view.content));
      const requestedSchema = {
        type: "object" as const,
        properties: { name: { type: "string" as const } },
        required: ["name"],
      };
      const name = inputRequired.elicit({ message: "What is your name?", requestedSchema });
      return inputRequired({ inputRequests: { name } });
    });
    return server;
  };
}
