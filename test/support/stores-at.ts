import { postgresArtifactStore } from "../../src/artifact-store/postgres-artifact-store.ts";
import { sqliteArtifactStore } from "../../src/artifact-store/sqlite-artifact-store.ts";
import type { ArtifactStore } from "../../src/environment/artifact-store.ts";
import { isStoreUrl, openPostgresStore } from "../../src/store-postgres/open-postgres-store.ts";

import type { TrajectoryStore } from "../../src/trajectory/trajectory-store.ts";
import { postgresTrajectoryStore } from "../../src/trajectory-store/postgres-trajectory-store.ts";
import { sqliteTrajectoryStore } from "../../src/trajectory-store/sqlite-trajectory-store.ts";

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
  const store = postgresTrajectoryStore(shared, { holdMilliseconds: HOLD_MILLISECONDS });
  return { store, artifacts: postgresArtifactStore(shared) };
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
