import { benchmarkNamed } from "../../../config/evaluation/benchmarks.ts";
import { openPlaces } from "../../../config/evaluation/open-place.ts";
import { defaultFolders } from "../../../config/folders.ts";
import { LOCAL_PRINCIPAL } from "../../../config/shared-store.ts";
import { DEFAULT_ACT_LIMITS } from "../../../environment/act-context.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { BenchmarkSet } from "../../../evaluation/benchmark/benchmark.ts";
import type { JudgedRun } from "../../../evaluation/judges/judge-stored.ts";
import { type JudgedMaterial, judgedMaterial } from "../../../evaluation/judges/judged-material.ts";
import { QUESTION_TYPES } from "../../../evaluation/judges/reference-judge.ts";
import type { ItemRecord } from "../../../evaluation/run/item-record.ts";
import { placePool } from "../../../evaluation/run/place-pool.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { CliIo } from "../../cli-io.ts";
import { checkSamePolicies } from "../../kept-policies.ts";
import { openTargets } from "../../open-targets.ts";
import type { Reopen } from "../../session.ts";
import type { EvalOptions } from "./eval-options.ts";
import { EVALUATION_PRINCIPAL, type EvaluationStores } from "./evaluation-stores.ts";
import type { JudgesOptions } from "./judges-options.ts";
import { loadOptionsOf } from "./load-options.ts";
import { storedRun } from "./stored-run.ts";

/** What is judged: the items of an evaluation, or one run. */
export interface JudgesSource extends AsyncDisposable {
  readonly runs: readonly JudgedRun[];
  /** Names of the models that answered. */
  readonly agents: readonly string[];
}

/** Materials that are kept beside those in use: each is asked about several times in a row. */
const MOST_KEPT = 50;
const OPEN_PLACES = 8;

/** @throws FuxiError `run-not-found`; `usage` for `--reference` of what has none and for tasks that were not answered */
export async function judgesSource(
  id: string,
  options: JudgesOptions,
  stores: EvaluationStores,
  io: CliIo,
): Promise<JudgesSource> {
  try {
    return await evaluationSource(id, options, stores, io);
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code !== "run-not-found") throw error;
    const events = await eventsOf(id, stores);
    // The nearest evaluations are the better hint where there is neither.
    if (events === undefined) throw error;
    return await singleSource(id, events, options, stores, io);
  }
}

async function eventsOf(id: string, { trajectories }: EvaluationStores) {
  try {
    return await trajectories.read(id, LOCAL_PRINCIPAL);
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "run-not-found") return undefined;
    throw error;
  }
}

async function evaluationSource(
  id: string,
  { description, only, reference, concurrency }: JudgesOptions,
  stores: EvaluationStores,
  io: CliIo,
): Promise<JudgesSource> {
  const { manifest, records } = await storedRun(stores.work, id);
  const chosen = chosenRecords(records, only);
  if (reference === true && chosen.every((record) => referenceOf(record) === undefined))
    throw new FuxiError("usage", `The questions of ${id} have no reference answers to compare with.`, {
      hint: "Leave --reference out: peer review needs none.",
    });
  const kept = manifest.options as unknown as EvalOptions;
  const folders = defaultFolders(io.env);
  const set = description
    ? await (await benchmarkNamed(manifest.benchmark)).load({
        ...loadOptionsOf(kept),
        cacheFolder: folders.cache,
      })
    : undefined;
  const openPlace = openPlaces({
    folders,
    env: io.env,
    onWarning: () => {},
    ...(io.configuration === undefined ? {} : { configuration: io.configuration }),
    ...(kept.egress === undefined ? {} : { egress: kept.egress }),
  });
  const pool = placePool(openPlace, Math.max(OPEN_PLACES, concurrency), io.signal);
  const material = cached(async (run: string): Promise<JudgedMaterial> => {
    const record = chosen.find((each) => each.run === run);
    const events = await stores.trajectories.read(run, EVALUATION_PRINCIPAL);
    const place = set === undefined ? undefined : placeOf(set, record?.task ?? "");
    if (place === undefined) return judgedMaterial(events);
    const { environments } = await pool.acquire(place.key, place.place);
    try {
      return await described(run, events, environments, io);
    } finally {
      await pool.release(place.key);
    }
  });
  const models = manifest.configurations.flatMap(({ model }) => model ?? []);
  return {
    runs: chosen.map((record) => {
      const against = reference === true ? referenceOf(record) : undefined;
      return {
        item: record.item,
        configuration: record.configuration,
        task: record.task,
        material: () => material(record.run),
        ...(against === undefined ? {} : { reference: against }),
      };
    }),
    agents: [...new Set(models)],
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

async function singleSource(
  id: string,
  events: readonly RunEvent[],
  { description, only, reference }: JudgesOptions,
  { trajectories }: EvaluationStores,
  io: CliIo,
): Promise<JudgesSource> {
  if (reference === true || only !== undefined)
    throw new FuxiError("usage", `${id} is a single run: it has no references and no other questions.`, {
      hint: "Leave --reference and --only out.",
    });
  const started = events.find((event) => event.type === "run-started");
  const { reopen } = await trajectories.summary(id, LOCAL_PRINCIPAL);
  const {
    targets = [],
    options = {},
    policies,
  }: Partial<Reopen> = reopen === undefined ? {} : (JSON.parse(reopen) as Reopen);
  const opened = description && targets.length > 0 ? await openTargets(targets, io, options) : undefined;
  if (opened !== undefined) checkSamePolicies(id, policies, opened.environments);
  const model = /^llm:(.*)$/u.exec(started?.policy ?? "")?.[1];
  const material = cached(() =>
    opened === undefined
      ? Promise.resolve(judgedMaterial(events))
      : described(id, events, opened.environments, io),
  );
  return {
    runs: [{ item: id, configuration: started?.strategy ?? "", task: id, material: () => material(id) }],
    agents: model === undefined ? [] : [model],
    [Symbol.asyncDispose]: async () => opened?.[Symbol.asyncDispose](),
  };
}

/** The material with what the environments say of themselves. What may be told of them now has to be what was told then. */
async function described(
  run: string,
  events: readonly RunEvent[],
  environments: readonly Environment[],
  { signal }: CliIo,
): Promise<JudgedMaterial> {
  const started = events.find((event) => event.type === "run-started");
  for (const { id, egress } of environments) {
    const then = started?.environments.find((each) => each.id === id);
    if (then === undefined || then.egress === egress) continue;
    throw new FuxiError("configuration-invalid", `${run} was made under another egress level of ${id}.`, {
      hint: "Judge it under the level that it was made under, or answer its question anew.",
    });
  }
  const { keptInMemory } = await import("../../../evaluation/itool/kept-in-memory.ts");
  const act = { principal: LOCAL_PRINCIPAL, signal, limits: DEFAULT_ACT_LIMITS, artifacts: keptInMemory() };
  const texts = await Promise.all(
    environments.map(async (environment) => (await environment.describe("schema", undefined, act)).text),
  );
  return judgedMaterial(events, {
    description: texts.join("\n\n"),
    isFunctional: ({ environment, tool }) =>
      environments.find(({ id }) => id === environment)?.tools.find(({ name }) => name === tool)?.group ===
      "functional",
  });
}

function placeOf(set: BenchmarkSet, task: string) {
  const key = set.tasks.find(({ id }) => id === task)?.place;
  const place = key === undefined ? undefined : set.places[key];
  return key === undefined || place === undefined ? undefined : { key, place };
}

function referenceOf({ groups, gold, answer, question }: ItemRecord): JudgedRun["reference"] {
  const type = QUESTION_TYPES.find((each) => each === groups["type"]);
  if (type === undefined || gold === undefined || answer === undefined) return undefined;
  return { type, question, reference: gold, answer };
}

function chosenRecords(
  records: readonly ItemRecord[],
  only: readonly string[] | undefined,
): readonly ItemRecord[] {
  if (records.length === 0)
    throw new FuxiError("usage", "None of its questions has been answered yet.", {
      hint: "Go on with the evaluation first.",
    });
  if (only === undefined) return records;
  const tasks = [...new Set(records.map(({ task }) => task))];
  const unknown = only.find((each) => !tasks.includes(each));
  if (unknown === undefined) return records.filter(({ task }) => only.includes(task));
  const near = nearestNames(unknown, tasks, { limit: 3 }).map(({ name }) => name);
  throw new FuxiError("usage", `No answered question has the id ${unknown}.`, {
    hint: `There are ${tasks.length}, such as ${(near.length > 0 ? near : tasks.slice(0, 3)).join(", ")}.`,
  });
}

/** Items come run by run, so that the last few are enough. */
function cached(fetch: (run: string) => Promise<JudgedMaterial>) {
  const kept = new Map<string, Promise<JudgedMaterial>>();
  return async (run: string): Promise<JudgedMaterial> => {
    const found = kept.get(run) ?? fetch(run);
    kept.delete(run);
    kept.set(run, found);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return await found;
  };
}
