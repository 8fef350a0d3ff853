import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { writeShop } from "../cli-fixture.ts";

const folder = temporaryFolder();
const entry = new URL("../../../src/cli/run-process.ts", import.meta.url).href;

function allIn(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((each) => {
    const own = join(path, each.name);
    return each.isDirectory() ? [own, ...allIn(own)] : [own];
  });
}

describe.skipIf(process.platform === "win32")("everything that is kept", () => {
  it("is its owner's alone, also where the process was started with an open umask", () => {
    const shop = writeShop(folder);
    const triples = join(folder, "people.nt");
    writeFileSync(triples, '<http://x/a> <http://x/p> "b" .\n');
    const table = join(folder, "sales.csv");
    writeFileSync(table, "city,amount\nLyon,3\nAarhus,4\n");
    mkdirSync(join(folder, "bin"));
    const script = join(folder, "bin", "fuxi.mjs");
    writeFileSync(script, `import { runProcess } from ${JSON.stringify(entry)};\nawait runProcess();\n`);
    const env = {
      PATH: process.env.PATH,
      FUXI_CACHE_DIR: join(folder, "cache"),
      FUXI_DATA_DIR: join(folder, "data"),
    };
    for (const words of [
      ["index", shop, triples, table, "sample:cinema"],
      ["ask", shop, "How many customers are there?"],
    ]) {
      const run = spawnSync("sh", ["-c", 'umask 000; exec "$0" "$@"', process.execPath, script, ...words], {
        env,
      });
      expect(String(run.stderr)).not.toContain("fuxi:");
      expect(run.status).toBe(0);
    }
    const loose = [...allIn(join(folder, "cache")), ...allIn(join(folder, "data"))].filter(
      (path) => (lstatSync(path).mode & 0o077) !== 0,
    );
    expect(loose).toEqual([]);
    expect(execFileSync("ls", [join(folder, "cache")], { encoding: "utf8" })).toMatch(/value-index/u);
    expect(lstatSync(join(folder, "cache")).mode & 0o777).toBe(0o700);
    expect(lstatSync(join(folder, "data", "store.sqlite")).mode & 0o777).toBe(0o600);
  });
});
