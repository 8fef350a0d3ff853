import { benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import type { ArtifactStore } from "../../../environment/artifact-store.ts";
import type { Principal } from "../../../environment/principal.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Measure } from "../../../evaluation/benchmark/benchmark.ts";
import type { RunRecords } from "../../../evaluation/report/compare-runs.ts";
import { unless } from "../../../evaluation/run/carry-run.ts";
import type { Manifest } from "../../../evaluation/run/configuration.ts";
import { recordsOf } from "../../../evaluation/run/run-evaluation.ts";
import type { TrajectoryStore } from "../../../trajectory/trajectory-store.ts";
import type { WorkStore } from "../../../trajectory/work-store.ts";
import { defaultFolders } from "../../../util/default-folders.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { CliIo } from "../../cli-io.ts";

/** Separates evaluations from a person's runs, which `fuxi runs` lists. */
export const EVALUATION_PRINCIPAL: Principal = { id: "evaluation" };

/** Separates judgements from evaluations, which `fuxi eval runs` lists. */
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

/** A stored run with the measures of its benchmark: everything that reports need. */
export interface StoredRun extends RunRecords {
  readonly measures: readonly Measure[];
}

const MOST_RUNS = 1000;

/** @throws FuxiError `run-not-found` with the nearest ids */
export async function storedRun(work: WorkStore, id: string): Promise<StoredRun> {
  const summary = await unless("run-not-found", work.summary(id, EVALUATION_PRINCIPAL));
  if (summary === undefined) {
    const runs = await work.list({ principal: EVALUATION_PRINCIPAL, limit: MOST_RUNS });
    const ids = runs.map((run) => run.id);
    const near = nearestNames(id, ids, { limit: 3 }).map(({ name }) => name);
    throw new FuxiError("run-not-found", `There is no evaluation ${id}.`, {
      hint: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "See: fuxi eval runs",
    });
  }
  const manifest = summary.manifest as unknown as Manifest;
  const records = await recordsOf(work, id, EVALUATION_PRINCIPAL);
  return { id, manifest, records, measures: (await benchmarkNamed(manifest.benchmark)).measures };
}
