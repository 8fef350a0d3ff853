// biome-ignore-all lint/suspicious/noTemplateCurlyInString: files hold variables that are written like this.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);
let count = 0;

function configuration(text: string): readonly string[] {
  const path = join(folder, `${count++}.yaml`);
  writeFileSync(path, text);
  return ["--config", path];
}

const SHOP = `default: s\ntargets:\n  s: {file: ${JSON.stringify(shop)}}\n`;

describe("a command with a configuration", () => {
  it("knows targets by their ids", async () => {
    const { code, out } = await fuxi(...configuration(SHOP), "ask", "s", "How many customers are there?");
    expect([code, out.split("\n")[0]]).toEqual([0, "3"]);
  });

  it("asks the default where no target is named, before DATABASE_URL, and says so", async () => {
    const cli = fuxi.with({ DATABASE_URL: "postgres://h.invalid/x" });
    const { code, err } = await cli(...configuration(SHOP), "ask", "How many customers are there?");
    expect(err).toContain("asking s");
    expect(code).toBe(0);
  });

  it("names the configured targets where none is chosen", async () => {
    const text = SHOP.replace("default: s\n", "");
    const { code, err } = await fuxi(...configuration(text), "ask", "How many customers are there?");
    expect(err).toMatch(/The configuration has s: name one/u);
    expect(code).toBe(2);
  });

  it("takes flags over the environment over the file over defaults", async () => {
    const model = async (env: NodeJS.ProcessEnv, ...flags: readonly string[]) => {
      const { err } = await fuxi.with(env)(...configuration(`${SHOP}model: none1/a\n`), "ask", "x", ...flags);
      return /"([^"]+)" names no known provider/u.exec(err)?.[1];
    };
    expect(await model({})).toBe("none1/a");
    expect(await model({ FUXI_MODEL: "none2/b" })).toBe("none2/b");
    expect(await model({ FUXI_MODEL: "none2/b" }, "--model", "none3/c")).toBe("none3/c");
  });

  it("holds options that the file sets, and flags go before them", async () => {
    const words = [
      ...configuration(`${SHOP}strategy: decoupled\n`),
      "ask",
      "s",
      "How many customers are there?",
    ];
    expect((await fuxi(...words)).err).toContain("decoupled with");
    expect((await fuxi(...words, "--strategy", "react")).err).toContain("react with");
  });

  it("keeps runs in the folder that the file names", async () => {
    const cli = fuxi.with({ FUXI_DATA_DIR: "" });
    const code = (
      await cli(...configuration(`${SHOP}store: kept here\n`), "ask", "s", "How many customers are there?")
    ).code;
    expect(code).toBe(0);
    expect(existsSync(join(folder, "kept here", "store.sqlite"))).toBe(true);
  });

  it("stops for a variable that is not set only where its target is used, and tells of it elsewhere", async () => {
    const words = configuration(`${SHOP}  far: {dsn: "postgres://a:\${NO_SUCH}@h.invalid/d"}\n`);
    const told =
      /far cannot be used: \d+\.yaml, line 4: targets\.far\.dsn wants .* NO_SUCH, which is not set/u;
    const asked = await fuxi(...words, "ask", "s", "How many customers are there?");
    expect([asked.code, asked.out.split("\n")[0]]).toEqual([0, "3"]);
    expect(asked.err).toMatch(told);
    for (const command of [
      ["runs", "list"],
      ["purge", "--runs", "--dry-run"],
      ["glossary", "list", "far"],
    ]) {
      const { code, err } = await fuxi(...words, ...command);
      expect([command[0], code]).toEqual([command[0], 0]);
      if (command[0] !== "glossary") expect(err).toMatch(told);
    }
    for (const command of [
      ["ask", "far", "How many?"],
      ["tools", "s", "far"],
      ["index", "far"],
    ]) {
      const { code, out, err } = await fuxi(...words, ...command);
      expect([command[0], code, out]).toEqual([command[0], 1, ""]);
      expect(err).toMatch(/^fuxi: The target far cannot be used: .*NO_SUCH/mu);
    }
  });

  it("hides what the file denies", async () => {
    const text = `targets:\n  s:\n    file: ${JSON.stringify(shop)}\n    privacy: {deny: [purchase]}\n`;
    const { out, err } = await fuxi(...configuration(text), "call", "s", "describe_tables", "tables=[]");
    expect(out + err).not.toContain("purchase");
  });

  it("ends with one line where the file is wrong", async () => {
    const { code, err } = await fuxi(...configuration("modle: a\n"), "runs", "list");
    expect(code).toBe(1);
    expect(err).toMatch(/^fuxi: \d+\.yaml, line 1: modle is not known; did you mean model\?/u);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

describe("fuxi init", () => {
  it("wants its targets named", async () => {
    const { code, err } = await fuxi("init");
    expect(err).toContain("missing required argument 'target'");
    expect(code).toBe(2);
  });
});
