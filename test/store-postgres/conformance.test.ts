import { afterAll, beforeAll, describe } from "vitest";
import { artifactStore } from "../../src/store/artifacts.ts";
import { glossaryStore } from "../../src/store/glossary.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { trajectoryStore } from "../../src/store/trajectories.ts";
import { workStore } from "../../src/store/work.ts";
import { workspaceStore } from "../../src/store/workspaces.ts";
import { artifactStoreConformance } from "../../src/testing/artifact-store-conformance.ts";
import { glossaryConformance } from "../../src/testing/glossary-conformance.ts";
import { trajectoryStoreConformance } from "../../src/testing/trajectory-store-conformance.ts";
import { workStoreConformance } from "../../src/testing/work-store-conformance.ts";
import { workspaceStoreConformance } from "../../src/testing/workspace-store-conformance.ts";
import { postgresIsMissing } from "../support/postgres.ts";
import { scratchStores } from "../support/shared-store.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`a shared store on PostgreSQL ${missing ?? ""}`, () => {
  const { begin, end, open, url } = scratchStores();
  beforeAll(begin);
  afterAll(end);

  describe("as a trajectory store", () =>
    trajectoryStoreConformance(vitestRunner, async () => trajectoryStore(await open())));
  describe("as an artifact store", () =>
    artifactStoreConformance(vitestRunner, async (options) => artifactStore(await open(), options)));
  describe("as a glossary", () =>
    glossaryConformance(vitestRunner, async (clock) => glossaryStore(await open(), clock)));
  describe("as a work store", () =>
    workStoreConformance(vitestRunner, async (clock) => {
      const options = { url: url() };
      const again = async () => workStore(await openPostgresStore(options), clock);
      return { store: await again(), again };
    }));
  describe("as a workspace store", () =>
    workspaceStoreConformance(vitestRunner, async (clock) => workspaceStore(await open(), clock)));
});
