import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { call, does } from "../support/call.ts";
import { connectMcp, type HttpServer, type McpUnderTest, startHttp } from "../support/mcp-process.ts";

const folder = temporaryFolder();
const from = (workspace: unknown, statement: string) => ({ workspace, from_statement: statement });

describe("handles of workspaces", () => {
  const setting = { transport: "stdio", era: "2026-07-28", folder, args: ["sample:cinema"] } as const;
  let one: McpUnderTest;
  /** Another process over the same store: of another revision, and with another cache. */
  let other: McpUnderTest;
  beforeAll(async () => {
    one = await connectMcp(setting);
    const env = { FUXI_CACHE_DIR: join(folder, "another-cache") };
    other = await connectMcp({ ...setting, era: "2025", env });
  });
  afterAll(() => Promise.all([one[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]));

  it("lets two server processes over one store go on with each other's", async () => {
    const opened = await does(one.client, "open_workspace", { question: "How many films are there?" });
    const second = await does(other.client, "from", from(opened.data["workspace"], "film"));
    const third = await does(one.client, "where", {
      workspace: second.data["workspace"],
      where_statement: "film.film_id = 10001",
    });
    expect(third.data).toMatchObject({ rows: 1 });
  });
});

describe("principals over HTTP", () => {
  let server: HttpServer;
  const clientWith = async (token: string): Promise<Client> => {
    const client = new Client(
      { name: "t", version: "1" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }),
    );
    return client;
  };
  const ANN = "ann-0123456789abcdef0123456789";
  const BEN = "ben-0123456789abcdef0123456789";

  beforeAll(async () => {
    const file = join(folder, "tokens");
    writeFileSync(file, `ann ${ANN}\nben ${BEN}\n`, { mode: 0o600 });
    server = await startHttp(["sample:cinema", "--token-file", file], folder);
  });
  afterAll(() => void server.child.kill("SIGTERM"));

  it("keeps workspaces and results of one from the other, in the words for what never was", async () => {
    const ann = await clientWith(ANN);
    const ben = await clientWith(BEN);
    const opened = await does(ann, "open_workspace", { question: "the secret plan" });
    const { workspace } = opened.data;
    const drafted = await does(ann, "from", from(workspace, "film"));
    const foreign = await call(ben, "where", { workspace: drafted.data["workspace"], where_statement: "" });
    const never = await call(ben, "where", { workspace: "abcdefghijklmn.2", where_statement: "" });
    expect(foreign).toEqual(never);
    expect((await call(ben, "open_workspace", { workspace })).text).not.toContain("secret");
    const answer = await does(ann, "conclude", {
      workspace: drafted.data["workspace"],
      claim: "SELECT film_id FROM film LIMIT 500",
    });
    const [uri = ""] = answer.links;
    await expect(ben.readResource({ uri })).rejects.toThrow(/not found/iu);
    expect((await ann.readResource({ uri })).contents).toHaveLength(1);
    expect(server.log()).not.toMatch(/ann-0123|ben-0123|secret/u);
    await Promise.all([ann.close(), ben.close()]);
  });
});
