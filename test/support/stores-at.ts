import type { ArtifactStore } from "../../src/environment/artifact-store.ts";
import { artifactStore } from "../../src/store/artifacts.ts";
import { isStoreUrl, openPostgresStore } from "../../src/store/postgres.ts";
import { trajectoryStore } from "../../src/store/trajectories.ts";
import type { TrajectoryStore } from "../../src/trajectory/trajectory-store.ts";
import { sqliteArtifactStore, sqliteTrajectoryStore } from "./stores.ts";

/** How long a run of a killed process stays held. */
const HOLD_MILLISECONDS = 1500;

/** The stores of a file, or of the server that the address names. */
export async function storesAt(
  place: string,
): Promise<{ readonly store: TrajectoryStore; readonly artifacts: ArtifactStore }> {
  if (!isStoreUrl(place)) {
    return { store: sqliteTrajectoryStore(place), artifacts: sqliteArtifactStore(place) };
  }
  const shared = await openPostgresStore({ url: place });
  const store = trajectoryStore(shared, { holdMilliseconds: HOLD_MILLISECONDS });
  return { store, artifacts: artifactStore(shared) };
}

/** What `work` gives once nobody holds the run any more. */
export async function onceFree<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!/carried on by another process/u.test(String((error as Error).message))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
