import { type ArtifactStoreOptions, artifactStore } from "../../src/store/artifacts.ts";
import { glossaryStore } from "../../src/store/glossary.ts";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite.ts";
import { trajectoryStore } from "../../src/store/trajectories.ts";
import { workStore } from "../../src/store/work.ts";
import { workspaceStore } from "../../src/store/workspaces.ts";

type Clock = () => Date;

/** Stores in a SQLite file that several processes may share. */
export const sqliteTrajectoryStore = (path: string, clock?: Clock) =>
  trajectoryStore(openSqliteStore(path), { clock });
export const sqliteArtifactStore = (path: string, options?: ArtifactStoreOptions) =>
  artifactStore(openSqliteStore(path), options);
export const sqliteGlossary = (path: string, clock?: Clock) => glossaryStore(openSqliteStore(path), clock);
export const sqliteWorkStore = (path: string, clock?: Clock) => workStore(openSqliteStore(path), clock);
export const sqliteWorkspaceStore = (path: string, clock?: Clock) =>
  workspaceStore(openSqliteStore(path), clock);

/** Stores that end with the process. */
export const memoryGlossary = (clock?: Clock) => sqliteGlossary(IN_MEMORY, clock);
export const memoryWorkStore = (clock?: Clock) => sqliteWorkStore(IN_MEMORY, clock);
export const memoryWorkspaceStore = (clock?: Clock) => sqliteWorkspaceStore(IN_MEMORY, clock);
