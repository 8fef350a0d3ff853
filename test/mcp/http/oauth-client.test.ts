import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { authorizationServer, newKey } from "./support/authorization-server.ts";
import { toolServer } from "./support/tool-server.ts";

it.each<[string, VersionNegotiationMode]>([
  ["2026-07-28", { pin: "2026-07-28" }],
  ["2025-11-25", "legacy"],
])("the official client finds its way from the refusal to a token, and in (%s)", async (_, mode) => {
  const as = await authorizationServer([await newKey()]);
  const at = await toolServer({
    authentication: { type: "oauth", issuer: as.issuer, requiredScopes: ["read"] },
  });
  const authProvider = new ClientCredentialsProvider({
    clientId: "agent",
    clientSecret: "a secret of the client",
    expectedIssuer: as.issuer,
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(at.url), { authProvider }));
  const { content } = await client.callTool({ name: "who", arguments: {} });
  const [{ text }] = content as unknown as [{ text: string }];
  expect(JSON.parse(text)).toMatchObject({
    scopes: ["read"],
    extra: { principal: expect.stringMatching(/^oauth:[0-9a-f]{64}$/u) },
  });
  expect(as.asked.get("/token")).toBe(1);
  await client.close();
});
