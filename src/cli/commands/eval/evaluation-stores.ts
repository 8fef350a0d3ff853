import { defaultFolders } from "../../../config/folders.ts";
import type { ArtifactStore } from "../../../environment/artifact-store.ts";
import type { Principal } from "../../../environment/principal.ts";
import type { TrajectoryStore } from "../../../trajectory/trajectory-store.ts";
import type { WorkStore } from "../../../work-list/work-store.ts";
import type { CliIo } from "../../cli-io.ts";

/** Apart from the runs of a person, which `fuxi runs` lists. */
export const EVALUATION_PRINCIPAL: Principal = { id: "evaluation" };

/** Apart from evaluations, which `fuxi eval runs` lists. */
export const JUDGING_PRINCIPAL: Principal = { id: "judging" };

export interface EvaluationStores extends AsyncDisposable {
  readonly work: WorkStore;
  readonly trajectories: TrajectoryStore;
  readonly artifacts: ArtifactStore;
}

export async function openEvaluationStores(io: CliIo): Promise<EvaluationStores> {
  const { openArtifactStore, openTrajectoryStore, openWorkStore } = await import(
    "../../../config/open-stores.ts"
  );
  const folders = defaultFolders(io.env);
  const work = await openWorkStore(folders);
  const trajectories = await openTrajectoryStore(folders);
  const artifacts = await openArtifactStore(folders);
  return {
    work,
    trajectories,
    artifacts,
    async [Symbol.asyncDispose]() {
      await Promise.all([work.close(), trajectories.close(), artifacts.close()]);
    },
  };
}
