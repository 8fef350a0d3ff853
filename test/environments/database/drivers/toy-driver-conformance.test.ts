import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { ENGINES } from "../../../../src/environments/database/driver/engine-list.ts";
import type { FileDriver } from "../../../../src/environments/database/driver/file-driver.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { sqlDriverConformance } from "./sql-driver-conformance.ts";
import { sqlDriverFixture } from "./sql-driver-fixture.ts";
import { openToyDriver } from "./toy/toy-driver.ts";

describe("the engine that docs/ports/sql-driver.md shows", () => {
  const path = join(temporaryFolder(), "library.toy");
  const owner = new DatabaseSync(path);
  for (const sql of sqlDriverFixture({ bytesType: "BLOB", bytesLiteral: "x'00ff10'" })) owner.exec(sql);

  sqlDriverConformance(vitestRunner, {
    open: () => openToyDriver({ path }),
    execute: async (sql) => owner.exec(sql),
    state: async () => readFileSync(path).toString("base64"),
    killEngine: async (driver) => {
      for (const id of (driver as FileDriver).processIds) process.kill(id, "SIGKILL");
    },
    attacks: [
      { sql: "ATTACH ':memory:' AS evil" },
      { sql: "VACUUM INTO '/tmp/never.toy'" },
      { sql: "PRAGMA user_version = 5" },
    ],
    skips: { dates: "its functions read dates as YYYY-MM-DD alone" },
  });
});

it.each(Object.keys(ENGINES))("The engine %s runs the suite", (engine) => {
  const test = readFileSync(join(import.meta.dirname, `${engine}-driver-conformance.test.ts`), "utf8");
  expect(test).toContain(`drivers/${engine}/${engine}-driver.ts`);
  expect(test).toContain("sqlDriverConformance(vitestRunner");
});
