import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cli, cliIn, writeShop } from "./cli-fixture.ts";

let folder: string;
let shop: string;
let cli: Cli;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fuxi-cli-mcp-"));
  shop = writeShop(folder);
  cli = cliIn(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("fuxi mcp refuses, in one line that says what to do,", () => {
  const refused: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["a profile that does not exist", ["--tools", "tiny"], /minimal, navigate, build, all/u],
    ["a lifetime without a unit", ["--keep", "24"], /24h, 90m or 7d/u],
    [
      "a protection of HTTP over stdio",
      ["--token-file", "tokens"],
      /--token-file is for --http.*leave --token-file out/u,
    ],
    ["a port over stdio", ["--port", "4000"], /--port is for --http/u],
    ["a strategy of runs that no model would make", ["--strategy", "decoupled"], /needs a model/u],
    [
      "tokens and an issuer together",
      ["--http", "--token-file", "t", "--oauth-issuer", "https://a.example"],
      /cannot be combined/u,
    ],
    ["scopes without an issuer", ["--http", "--scope", "read"], /--oauth-issuer/u],
    ["a token file that is not there", ["--http", "--token-file", "nowhere"], /nowhere/u],
    [
      "to listen beyond this machine without authentication",
      ["--http", "--port", "0", "--host", "0.0.0.0"],
      /--open-to-anyone|token/u,
    ],
  ];
  it.each(refused)("%s", async (_, flags, says) => {
    const { code, out, err } = await cli("mcp", shop, ...flags);
    expect(code).toBeGreaterThan(0);
    expect(out).toBe("");
    expect(err.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect(err).toMatch(says);
  });

  it("a token file that others can read, without telling what is in it", async () => {
    const file = join(folder, "tokens");
    writeFileSync(file, "ann 0123456789abcdef0123456789abcdef\n");
    chmodSync(file, 0o644);
    const { code, err } = await cli("mcp", shop, "--http", "--token-file", file);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain("chmod 600");
    expect(err).not.toContain("0123456789abcdef");
  });

  it("to start without a target, and names the variable that would do", async () => {
    const { code, err } = await cli("mcp");
    expect(code).toBe(2);
    expect(err).toContain("DATABASE_URL");
  });

  it("a target that is not there", async () => {
    const { code, err } = await cli("mcp", join(folder, "none.sqlite"));
    expect(code).toBe(1);
    expect(err).toContain("none.sqlite");
  });
});
