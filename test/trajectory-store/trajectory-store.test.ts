import { join } from "node:path";
import { trajectoryStoreConformance } from "../../src/testing/trajectory-store-conformance.ts";
import { memoryTrajectoryStore } from "../../src/trajectory-store/memory-trajectory-store.ts";
import { sqliteTrajectoryStore } from "../../src/trajectory-store/sqlite-trajectory-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

const folder = temporaryFolder();
let files = 0;

trajectoryStoreConformance(vitestRunner, "memory", async () => memoryTrajectoryStore());
trajectoryStoreConformance(vitestRunner, "sqlite", async () =>
  sqliteTrajectoryStore(join(folder, `${files++}.store`)),
);
