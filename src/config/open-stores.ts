import { join } from "node:path";
import { sqliteArtifactStore } from "../artifact-store/sqlite-artifact-store.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Glossary } from "../environment/glossary.ts";
import type { WorkspaceStore } from "../environment/workspace-store.ts";
import { sqliteGlossary } from "../glossary-store/sqlite-glossary.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import { sqliteTrajectoryStore } from "../trajectory-store/sqlite-trajectory-store.ts";
import { sqliteWorkspaceStore } from "../workspace-store/sqlite-workspace-store.ts";
import type { Folders } from "./folders.ts";

const storeFile = (folders: Folders): string => join(folders.data, "store.sqlite");

/** @throws FuxiError `store-corrupt` */
export function openTrajectoryStore(folders: Folders): TrajectoryStore {
  return sqliteTrajectoryStore(storeFile(folders));
}

/** @throws FuxiError `store-corrupt` */
export function openArtifactStore(folders: Folders): ArtifactStore {
  return sqliteArtifactStore(storeFile(folders));
}

/** @throws FuxiError `store-corrupt` */
export function openGlossary(folders: Folders): Glossary {
  return sqliteGlossary(storeFile(folders));
}

/** @throws FuxiError `store-corrupt` */
export function openWorkspaceStore(folders: Folders): WorkspaceStore {
  return sqliteWorkspaceStore(storeFile(folders));
}
