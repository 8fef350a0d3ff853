import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Glossary } from "../environment/glossary.ts";
import type { WorkspaceStore } from "../environment/workspace-store.ts";
import { artifactStore } from "../store/artifacts.ts";
import { glossaryStore } from "../store/glossary.ts";
import { trajectoryStore } from "../store/trajectories.ts";
import { workStore } from "../store/work.ts";
import { workspaceStore } from "../store/workspaces.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import type { WorkStore } from "../trajectory/work-store.ts";
import type { Folders } from "../util/default-folders.ts";
import { openStore } from "./shared-store.ts";

/** @throws FuxiError `store-corrupt`, `store-unavailable`, `configuration-invalid`, `dependency-missing` */
export async function openTrajectoryStore(folders: Folders): Promise<TrajectoryStore> {
  return trajectoryStore(await openStore(folders));
}

/** @throws FuxiError as `openTrajectoryStore` */
export async function openArtifactStore(folders: Folders): Promise<ArtifactStore> {
  return artifactStore(await openStore(folders));
}

/** @throws FuxiError as `openTrajectoryStore` */
export async function openGlossary(folders: Folders): Promise<Glossary> {
  return glossaryStore(await openStore(folders));
}

/** @throws FuxiError as `openTrajectoryStore` */
export async function openWorkspaceStore(folders: Folders): Promise<WorkspaceStore> {
  return workspaceStore(await openStore(folders));
}

/** @throws FuxiError as `openTrajectoryStore` */
export async function openWorkStore(folders: Folders): Promise<WorkStore> {
  return workStore(await openStore(folders));
}
