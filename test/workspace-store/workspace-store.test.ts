import { join } from "node:path";
import { describe } from "vitest";
import { memoryWorkspaceStore, sqliteWorkspaceStore } from "../../src/store/workspaces.ts";
import { workspaceStoreConformance } from "../../src/testing/workspace-store-conformance.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

describe("the workspaces in memory", () =>
  workspaceStoreConformance(vitestRunner, (clock) => memoryWorkspaceStore(clock)));

describe("the workspaces in a file", () => {
  const folder = temporaryFolder();
  let files = 0;
  workspaceStoreConformance(vitestRunner, (clock) =>
    sqliteWorkspaceStore(join(folder, `${files++}.sqlite`), clock),
  );
});
