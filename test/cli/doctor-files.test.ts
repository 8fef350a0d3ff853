import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
let count = 0;

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly text: string;
  readonly mend?: string;
}

async function findings(path: string) {
  const { code, out } = await fuxi("doctor", path, "--json");
  const { sections } = JSON.parse(out) as {
    readonly sections: readonly { readonly checks: readonly Finding[] }[];
  };
  const checks = sections.at(-1)?.checks ?? [];
  return { code, checks, of: (name: string) => checks.find((check) => check.name === name) };
}

describe("the doctor on a SQLite file", () => {
  it("tells a text from a database", async () => {
    const path = join(folder, `${count++}-a.sqlite`);
    writeFileSync(path, "a,b\n1,2\n");
    expect((await findings(path)).of("opening")).toMatchObject({ state: "fault" });
  });

  it("tells of the transaction that a program left unfinished when it died", async () => {
    const died = join(folder, `died-${count++}.sqlite`);
    const script = `const { DatabaseSync } = require("node:sqlite"); const d = new DatabaseSync(process.argv[1]);
      d.exec("PRAGMA cache_size = 1; CREATE TABLE a (x); BEGIN; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000) INSERT INTO a SELECT hex(randomblob(200)) FROM n");
      process.kill(process.pid, "SIGKILL")`;
    spawnSync(process.execPath, ["-e", script, died]);
    const { code, of } = await findings(died);
    expect(of("opening")).toMatchObject({
      state: "fault",
      text: expect.stringContaining("unfinished transaction"),
    });
    expect(code).toBe(1);
  });
});
