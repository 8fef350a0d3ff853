import { createHash } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  namedToken,
  tokenFromEnvironment,
  tokensFromFile,
} from "../../../src/mcp/http/authentication/tokens.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { callOf, send, textOf } from "./support/send.ts";
import { toolServer } from "./support/tool-server.ts";

const ADA = "ada-0123456789abcdef";
const BOB = "bob-0123456789abcdef";
const hex = (text: string) => createHash("sha256").update(text).digest("hex");
const folder = temporaryFolder();

const tokens = [namedToken("ada", ADA, "the test"), namedToken("bob", `sha256:${hex(BOB)}`, "the test")];
const authentication = { type: "tokens", tokens } as const;
const who = (authorization?: string) =>
  callOf("who", {}, authorization === undefined ? {} : { Authorization: authorization });

describe("with tokens", () => {
  it("a call is made for the principal whose token it shows, and the token goes no further", async () => {
    const { url } = await toolServer({ authentication });
    for (const [name, token] of [
      ["ada", ADA],
      ["bob", BOB],
    ] as const) {
      const told = textOf(await send(url, who(`Bearer ${token}`)));
      expect(JSON.parse(told)).toMatchObject({ extra: { principal: `token:${name}` } });
      expect(told).not.toContain(token);
    }
  });

  it("the scheme is read in any case", async () => {
    const { url } = await toolServer({ authentication });
    expect((await send(url, who(`bearer ${ADA}`))).status).toBe(200);
  });

  it.each<[string, string | undefined]>([
    ["none", undefined],
    ["a wrong one", "Bearer wrong-0123456789abcdef"],
    ["the beginning of one", `Bearer ${ADA.slice(0, -1)}`],
    ["one with something behind it", `Bearer ${ADA}x`],
    ["two", `Bearer ${ADA} ${BOB}`],
    ["a hash", `Bearer sha256:${hex(BOB)}`],
    ["the bare hash", `Bearer ${hex(BOB)}`],
    ["another scheme", `Basic ${Buffer.from(`ada:${ADA}`).toString("base64")}`],
    ["no scheme", ADA],
    ["nothing behind the scheme", "Bearer"],
  ])("%s is refused with a challenge that repeats nothing", async (_, authorization) => {
    const { url } = await toolServer({ authentication });
    const { status, headers, text } = await send(url, who(authorization));
    expect([status, headers["www-authenticate"]]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token"/u),
    ]);
    expect(`${text}${JSON.stringify(headers)}`).not.toMatch(/0123456789|[0-9a-f]{64}/u);
  });

  it.each(["GET", "POST", "DELETE"])(
    "%s without one reaches nothing, not even the parser of its body",
    async (method) => {
      const { url } = await toolServer({ authentication });
      const sent =
        method !== "POST" ? {} : { body: "{not json", headers: { "Content-Type": "application/json" } };
      expect((await send(url, { method, ...sent })).status).toBe(401);
    },
  );

  it("/healthz is for everybody", async () => {
    const { url } = await toolServer({ authentication });
    expect((await send(url, { path: "/healthz" })).status).toBe(200);
  });
});

describe("wrong tokens from one address", () => {
  const wrong = who("Bearer wrong-0123456789abcdef");

  it("are no longer looked at after a few, but those that were right before are", async () => {
    const { url } = await toolServer({ authentication, limits: { failedAttempts: 3 } });
    expect((await send(url, who(`Bearer ${ADA}`))).status).toBe(200);
    for (let attempt = 0; attempt < 3; attempt++) expect((await send(url, wrong)).status).toBe(401);
    const blocked = await send(url, wrong);
    expect([blocked.status, Number(blocked.headers["retry-after"])]).toEqual([429, expect.closeTo(60, -1)]);
    expect((await send(url, who(`Bearer ${BOB}`))).status).toBe(429);
    expect((await send(url, who(`Bearer ${ADA}`))).status).toBe(200);
  });

  it("are counted by the client's address behind a proxy that is trusted", async () => {
    const limits = { failedAttempts: 1 };
    const { url } = await toolServer({ authentication, limits, trustedProxies: ["127.0.0.1"] });
    const from = (address: string, authorization: string) =>
      send(
        url,
        callOf("who", {}, { Authorization: authorization, "X-Forwarded-For": `203.0.113.9, ${address}` }),
      );
    expect((await from("198.51.100.1", "Bearer wrong-0123456789abcdef")).status).toBe(401);
    expect((await from("198.51.100.1", `Bearer ${BOB}`)).status).toBe(429);
    expect((await from("198.51.100.2", `Bearer ${BOB}`)).status).toBe(200);
  });

  it("are counted by the connection where X-Forwarded-For comes from anybody", async () => {
    const { url } = await toolServer({ authentication, limits: { failedAttempts: 1 } });
    const from = (address: string) =>
      send(
        url,
        callOf("who", {}, { Authorization: "Bearer wrong-0123456789abcdef", "X-Forwarded-For": address }),
      );
    expect((await from("198.51.100.1")).status).toBe(401);
    expect((await from("198.51.100.2")).status).toBe(429);
  });

  it("do not come from clients that only ask what is needed", async () => {
    const { url } = await toolServer({ authentication, limits: { failedAttempts: 1 } });
    for (let attempt = 0; attempt < 5; attempt++) expect((await send(url, who())).status).toBe(401);
    expect((await send(url, who(`Bearer ${ADA}`))).status).toBe(200);
  });
});

describe("a file of tokens", () => {
  let count = 0;
  const file = (text: string, mode = 0o600) => {
    const path = join(folder, `tokens-${count++}`);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };

  it("has a name and a token, or its hash, in each line; comments and empty lines do not count", async () => {
    const read = tokensFromFile(
      file(`# who may\n\nada ${ADA}\r\n  bob\tsha256:${hex(BOB).toUpperCase()}  \n`),
    );
    expect(read).toEqual(tokens);
  });

  it("may name several tokens for one name, so that one can be replaced", () => {
    const read = tokensFromFile(file(`ada ${ADA}\nada ${BOB}\n`));
    expect(read.map(({ name }) => name)).toEqual(["ada", "ada"]);
  });

  it.each([0o640, 0o604, 0o644, 0o660])("is refused where others may read its tokens (mode %o)", (mode) => {
    const path = file(`ada ${ADA}\n`, mode);
    expect(() => tokensFromFile(path)).toThrow(
      expect.objectContaining({ code: "configuration-invalid", hint: expect.stringContaining("chmod 600") }),
    );
  });

  it("may be read by others where it holds nothing but hashes, but not written", () => {
    const hashes = `bob sha256:${hex(BOB)}\n`;
    expect(tokensFromFile(file(hashes, 0o644))).toHaveLength(1);
    expect(() => tokensFromFile(file(hashes, 0o664))).toThrow("may change");
  });

  it.each([
    ["ada\n", "line 1"],
    ["ada 0123456789abcdef extra\n", "line 1"],
    [`ada ${ADA}\nbob tiny\n`, "line 2"],
    ["ada sha256:abc\n", "64 hexadecimal digits"],
    [`ada ${ADA}ü\n`, "characters that no HTTP header can carry"],
    ["a/b 0123456789abcdef\n", "name"],
    ["# nobody\n", "holds no token"],
    [`ada ${ADA}\nbob ${ADA}\n`, "ada and bob have the same token"],
  ])("that cannot be used is refused with the place, without any of its tokens: %j", (text, words) => {
    const refused = () => tokensFromFile(file(text));
    expect(refused).toThrow(words);
    expect(refused).not.toThrow(/0123456789abcdef|tiny/u);
  });

  it("that is missing is named", () => {
    expect(() => tokensFromFile(join(folder, "nowhere"))).toThrow("nowhere");
  });
});

describe("FUXI_MCP_TOKEN", () => {
  it("is one token for the principal `default`", async () => {
    const token = tokenFromEnvironment({ FUXI_MCP_TOKEN: ` ${ADA}\n` });
    const { url } = await toolServer({ authentication: { type: "tokens", tokens: token ? [token] : [] } });
    expect(textOf(await send(url, who(`Bearer ${ADA}`)))).toContain("token:default");
  });

  it("is refused where it could be guessed, without being shown", () => {
    const refused = () => tokenFromEnvironment({ FUXI_MCP_TOKEN: "hunter2" });
    expect(refused).toThrow(/FUXI_MCP_TOKEN: the token is too short/u);
    expect(refused).not.toThrow("hunter2");
  });
});
