import { afterAll, beforeAll, describe } from "vitest";
import { postgresArtifactStore } from "../../src/artifact-store/postgres-artifact-store.ts";
import { postgresGlossary } from "../../src/glossary-store/postgres-glossary.ts";
import { openPostgresStore } from "../../src/store-postgres/open-postgres-store.ts";
import { artifactStoreConformance } from "../../src/testing/artifact-store-conformance.ts";
import { glossaryConformance } from "../../src/testing/glossary-conformance.ts";
import { trajectoryStoreConformance } from "../../src/testing/trajectory-store-conformance.ts";
import { workStoreConformance } from "../../src/testing/work-store-conformance.ts";
import { workspaceStoreConformance } from "../../src/testing/workspace-store-conformance.ts";
import { postgresTrajectoryStore } from "../../src/trajectory-store/postgres-trajectory-store.ts";
import { postgresWorkStore } from "../../src/work-store/postgres-work-store.ts";
import { postgresWorkspaceStore } from "../../src/workspace-store/postgres-workspace-store.ts";
import { postgresIsMissing } from "../support/postgres.ts";
import { scratchStores } from "../support/shared-store.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`a shared store on PostgreSQL ${missing ?? ""}`, () => {
  const { begin, end, open, url } = scratchStores();
  beforeAll(begin);
  afterAll(end);

  describe("as a trajectory store", () =>
    trajectoryStoreConformance(vitestRunner, async () => postgresTrajectoryStore(await open())));
  describe("as an artifact store", () =>
    artifactStoreConformance(vitestRunner, async (options) => postgresArtifactStore(await open(), options)));
  describe("as a glossary", () =>
    glossaryConformance(vitestRunner, async (clock) => postgresGlossary(await open(), clock)));
  describe("as a work store", () =>
    workStoreConformance(vitestRunner, async (clock) => {
      const options = { url: url() };
      const again = async () => postgresWorkStore(await openPostgresStore(options), clock);
      return { store: await again(), again };
    }));
  describe("as a workspace store", () =>
    workspaceStoreConformance(vitestRunner, async (clock) => postgresWorkspaceStore(await open(), clock)));
});
