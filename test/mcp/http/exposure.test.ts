import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { namedToken } from "../../../src/mcp/http/authentication/tokens.ts";
import type { McpHttpOptions } from "../../../src/mcp/http/mcp-http-options.ts";
import { toolServer } from "./support/tool-server.ts";

const tokens = {
  type: "tokens",
  tokens: [namedToken("ada", "0123456789abcdef", "the test")],
} as const;

describe("a server beyond this machine", () => {
  it.each<[string, Partial<McpHttpOptions>]>([
    ["on all addresses", { host: "0.0.0.0" }],
    ["on all addresses of IPv6", { host: "::" }],
    ["under a public URL behind a proxy", { publicUrl: "https://mcp.example.com/mcp" }],
  ])("is not started without authentication: %s", async (_, options) => {
    await expect(toolServer(options)).rejects.toMatchObject({
      code: "configuration-invalid",
      hint: expect.stringContaining("--oauth-issuer"),
    });
  });

  it("is started without authentication where that was asked for, and says what it means", async () => {
    const { notices } = await toolServer({ host: "0.0.0.0", openToAnyone: true });
    expect(notices).toEqual(["Anybody who can reach 0.0.0.0 can use this server."]);
  });

  it("warns that tokens would travel unencrypted", async () => {
    const { notices } = await toolServer({ host: "0.0.0.0", authentication: tokens });
    expect(notices).toEqual([expect.stringContaining("unencrypted")]);
  });
});

describe("options that cannot be used are refused before anything listens", () => {
  it.each<[string, Partial<McpHttpOptions>]>([
    ["public URL", { publicUrl: "mcp.example.com" }],
    ["public URL", { publicUrl: "ftp://mcp.example.com/mcp" }],
    ["public URL", { publicUrl: "https://user:secret@mcp.example.com/mcp" }],
    ["allowed host", { allowedHosts: ["https://tools.internal"] }],
    ["allowed host", { allowedHosts: ["tools.internal:8080"] }],
    ["allowed origin", { allowedOrigins: ["app.example.com"] }],
    ["allowed origin", { allowedOrigins: ["https://app.example.com/"] }],
    ["allowed origin", { allowedOrigins: ["*"] }],
    ["tokens", { authentication: { type: "tokens", tokens: [] } }],
  ])("%s", async (what, options) => {
    const refused = toolServer({ ...options, openToAnyone: true });
    await expect(refused).rejects.toMatchObject({ code: "configuration-invalid" });
    await expect(refused).rejects.toThrow(what);
    await expect(refused).rejects.not.toThrow("secret");
  });

  it("a port that another program holds", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    await expect(toolServer({ port })).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining("choose another"),
    });
    other.close();
  });
});
