import { InMemoryServerEventBus } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type McpHttpServer, serveMcpHttp } from "../../../src/mcp/http/serve-mcp-http.ts";
import { fixtureFactory } from "./fixture/fixture-factory.ts";
import { NOT_RESUMED } from "./fuxi-exceptions.ts";
import { type Exceptions, holdAgainst } from "./hold-against.ts";
import { REVISIONS, type Revision, runSuite } from "./run-suite.ts";
import { TASKS_EXCEPTIONS } from "./tasks-exceptions.ts";

const exceptions: Readonly<Record<Revision, Exceptions>> = {
  "2026-07-28": TASKS_EXCEPTIONS,
  "2025-11-25": NOT_RESUMED,
};

let server: McpHttpServer;

beforeAll(async () => {
  const bus = new InMemoryServerEventBus();
  server = await serveMcpHttp(fixtureFactory(bus), {
    name: "conformance-fixture",
    version: "1.0.0",
    authentication: { type: "none" },
    bus,
  });
});

afterAll(() => server.close());

describe("what carries MCP over HTTP", () => {
  it.each(REVISIONS)(
    "passes the official suite for %s but for the exceptions, each with its reason",
    async (revision) => {
      const verdicts = await runSuite(server.url, revision);
      holdAgainst(verdicts, exceptions[revision]);
      const required = verdicts.filter((verdict) => verdict.required);
      expect(required.filter(({ failures }) => failures.length > 0)).toEqual([]);
    },
  );
});
