import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { artifactStore } from "../../src/store/artifacts.ts";
import { glossaryStore } from "../../src/store/glossary.ts";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite.ts";
import { trajectoryStore } from "../../src/store/trajectories.ts";
import { workStore } from "../../src/store/work.ts";
import { workspaceStore } from "../../src/store/workspaces.ts";
import { postgresIsMissing } from "../support/postgres.ts";
import { scratchStores } from "../support/shared-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { vitestRunner } from "../support/vitest-runner.ts";
import { artifactStoreConformance } from "./artifact-store-conformance.ts";
import { glossaryConformance } from "./glossary-conformance.ts";
import { trajectoryStoreConformance } from "./trajectory-store-conformance.ts";
import { workStoreConformance } from "./work-store-conformance.ts";
import { workspaceStoreConformance } from "./workspace-store-conformance.ts";

const missing = await postgresIsMissing();
const server = scratchStores();
const folder = temporaryFolder();
let files = 0;

describe.each([
  { where: "in memory", skip: undefined, place: () => IN_MEMORY },
  { where: "in a SQLite file", skip: undefined, place: () => join(folder, `${files++}.store`) },
  { where: "on PostgreSQL", skip: missing, place: server.url },
])("a store $where", ({ where, skip, place }) => {
  describe.skipIf(skip !== undefined)(skip ?? where, () => {
    if (where === "on PostgreSQL") {
      beforeAll(server.begin);
      afterAll(server.end);
    }
    const at = async (path: string) =>
      where === "on PostgreSQL" ? await openPostgresStore({ url: path }) : openSqliteStore(path);
    const open = () => at(place());

    describe("as a trajectory store", () =>
      trajectoryStoreConformance(vitestRunner, async () => trajectoryStore(await open())));
    describe("as an artifact store", () =>
      artifactStoreConformance(vitestRunner, async (options) => artifactStore(await open(), options)));
    describe("as a glossary", () => glossaryConformance(async (clock) => glossaryStore(await open(), clock)));
    describe("as a work store", () =>
      workStoreConformance(async (clock) => {
        const path = place();
        const again = async () => workStore(await at(path), clock);
        return { store: await again(), ...(path === IN_MEMORY ? {} : { again }) };
      }));
    describe("as a workspace store", () =>
      workspaceStoreConformance(async (clock) => workspaceStore(await open(), clock)));
  });
});
