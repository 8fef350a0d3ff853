import { join } from "node:path";
import { describe } from "vitest";
import { memoryTrajectoryStore, sqliteTrajectoryStore } from "../../src/store/trajectories.ts";
import { trajectoryStoreConformance } from "../../src/testing/trajectory-store-conformance.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

const folder = temporaryFolder();
let files = 0;

describe("the trajectory store in memory", () => {
  trajectoryStoreConformance(vitestRunner, async () => memoryTrajectoryStore());
});

describe("the trajectory store in a SQLite file", () => {
  trajectoryStoreConformance(vitestRunner, async () =>
    sqliteTrajectoryStore(join(folder, `${files++}.store`)),
  );
});
