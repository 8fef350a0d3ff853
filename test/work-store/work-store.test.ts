import { join } from "node:path";
import { describe } from "vitest";
import { memoryWorkStore, sqliteWorkStore } from "../../src/store/work.ts";
import { workStoreConformance } from "../../src/testing/work-store-conformance.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

describe("the work store in memory", () => {
  workStoreConformance(vitestRunner, (clock) => ({ store: memoryWorkStore(clock) }));
});

describe("the work store in a SQLite file", () => {
  const folder = temporaryFolder();
  let files = 0;
  workStoreConformance(vitestRunner, (clock) => {
    const path = join(folder, `${files++}.store`);
    return { store: sqliteWorkStore(path, clock), again: () => sqliteWorkStore(path, clock) };
  });
});
