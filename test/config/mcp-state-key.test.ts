import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mcpStateKey } from "../../src/config/mcp-state-key.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const inFolder = (name: string) => ({ data: join(folder, name) });
const file = (name: string) => join(folder, name, "mcp-state-key");
const unusable = (message: string) =>
  expect.objectContaining({ code: "configuration-invalid", message: expect.stringContaining(message) });

describe("the key of the MCP server", () => {
  it("is made once, of 32 bytes, for the user alone", async () => {
    const first = await mcpStateKey(inFolder("once"), {});
    expect(first).toHaveLength(32);
    expect(await mcpStateKey(inFolder("once"), {})).toEqual(first);
    expect(await mcpStateKey(inFolder("elsewhere"), {})).not.toEqual(first);
    expect(statSync(file("once")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "once")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, "once"))).toEqual(["mcp-state-key"]);
  });

  it("is the same for many that begin at the same moment", async () => {
    const keys = await Promise.all(Array.from({ length: 50 }, () => mcpStateKey(inFolder("race"), {})));
    expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
    expect(readdirSync(join(folder, "race"))).toEqual(["mcp-state-key"]);
  });

  it("is that of the variable where there is one, and nothing is written", async () => {
    const key = Buffer.alloc(40, 7);
    for (const text of [key.toString("base64"), key.toString("base64url"), ` ${key.toString("base64")}\n`]) {
      const given = await mcpStateKey(inFolder("given"), { FUXI_MCP_STATE_KEY: text });
      expect(Buffer.from(given)).toEqual(key);
    }
    expect(() => statSync(join(folder, "given"))).toThrow();
  });

  it.each([
    ["too short", Buffer.alloc(31).toString("base64")],
    ["no base64", "a password that somebody made up, with more than 32 letters!"],
    ["hexadecimal of 16 bytes", "00112233445566778899aabbccddeeff"],
  ])("is refused without being repeated where the variable is %s", async (_, text) => {
    const error = await mcpStateKey(inFolder("refused"), { FUXI_MCP_STATE_KEY: text }).catch(
      (caught) => caught,
    );
    expect(error).toEqual(unusable("FUXI_MCP_STATE_KEY"));
    expect(`${error.message} ${error.hint}`).not.toContain(text);
    expect(error.hint).toContain("openssl rand -base64 32");
  });

  it.each([
    ["empty", Buffer.alloc(0)],
    ["cut off", Buffer.alloc(16)],
    ["longer", Buffer.alloc(33)],
  ])("is refused where the file is %s, and the file is left as it is", async (name, content) => {
    mkdirSync(join(folder, name));
    writeFileSync(file(name), content, { mode: 0o600 });
    await expect(mcpStateKey(inFolder(name), {})).rejects.toEqual(unusable("is damaged"));
    expect(readFileSync(file(name))).toEqual(content);
  });

  it.runIf(process.platform !== "win32")("is refused where others can read it", async () => {
    await mcpStateKey(inFolder("open"), {});
    chmodSync(file("open"), 0o640);
    await expect(mcpStateKey(inFolder("open"), {})).rejects.toEqual(unusable("read by other users"));
  });
});
