import { join } from "node:path";
import { postgresArtifactStore } from "../artifact-store/postgres-artifact-store.ts";
import { sqliteArtifactStore } from "../artifact-store/sqlite-artifact-store.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Glossary } from "../environment/glossary.ts";
import type { WorkspaceStore } from "../environment/workspace-store.ts";
import { postgresGlossary } from "../glossary-store/postgres-glossary.ts";
import { sqliteGlossary } from "../glossary-store/sqlite-glossary.ts";
import type { PostgresStore } from "../store-postgres/postgres-store.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import { postgresTrajectoryStore } from "../trajectory-store/postgres-trajectory-store.ts";
import { sqliteTrajectoryStore } from "../trajectory-store/sqlite-trajectory-store.ts";
import type { WorkStore } from "../work-list/work-store.ts";
import { postgresWorkStore } from "../work-store/postgres-work-store.ts";
import { sqliteWorkStore } from "../work-store/sqlite-work-store.ts";
import { postgresWorkspaceStore } from "../workspace-store/postgres-workspace-store.ts";
import { sqliteWorkspaceStore } from "../workspace-store/sqlite-workspace-store.ts";
import type { Folders } from "./folders.ts";
import { sharedStore } from "./shared-store.ts";

/** On the server that the folders name, else in the file of the data folder. */
async function inStore<T>(
  folders: Folders,
  onServer: (store: PostgresStore) => T,
  inFile: (path: string) => T,
): Promise<T> {
  const shared = await sharedStore(folders);
  return shared === undefined ? inFile(join(folders.data, "store.sqlite")) : onServer(shared);
}

/** @throws FuxiError `store-corrupt`, `store-unavailable`, `configuration-invalid`, `dependency-missing` */
export function openTrajectoryStore(folders: Folders): Promise<TrajectoryStore> {
  return inStore(folders, postgresTrajectoryStore, sqliteTrajectoryStore);
}

/** @throws FuxiError as `openTrajectoryStore` */
export function openArtifactStore(folders: Folders): Promise<ArtifactStore> {
  return inStore(folders, postgresArtifactStore, sqliteArtifactStore);
}

/** @throws FuxiError as `openTrajectoryStore` */
export function openGlossary(folders: Folders): Promise<Glossary> {
  return inStore(folders, postgresGlossary, sqliteGlossary);
}

/** @throws FuxiError as `openTrajectoryStore` */
export function openWorkspaceStore(folders: Folders): Promise<WorkspaceStore> {
  return inStore(folders, postgresWorkspaceStore, sqliteWorkspaceStore);
}

/** @throws FuxiError as `openTrajectoryStore` */
export function openWorkStore(folders: Folders): Promise<WorkStore> {
  return inStore(folders, postgresWorkStore, sqliteWorkStore);
}
