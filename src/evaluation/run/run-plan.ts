import { FuxiError } from "../../errors/fuxi-error.ts";
import { given } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";
import { mulberry32 } from "../../util/mulberry32.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import type { BenchmarkSet, BenchmarkTask } from "../benchmark/benchmark.ts";
import type { Configuration, Manifest } from "./configuration.ts";

/** Parts of a manifest. The rest is derived from the set. */
export interface ManifestParts extends Omit<Manifest, "checksums" | "notes" | "tasks" | "startedAt"> {
  readonly set: Pick<BenchmarkSet, "tasks" | "checksums" | "notes">;
  readonly clock?: () => Date;
}

/** @throws FuxiError `usage` as `chooseTasks` */
export function manifestOf({ set, clock = () => new Date(), ...parts }: ManifestParts): Manifest {
  return {
    ...parts,
    tasks: chooseTasks(set, parts).length,
    checksums: set.checksums,
    notes: set.notes,
    startedAt: clock().toISOString(),
  };
}

/** Members of a manifest that determine its items and the meaning of results. All others may differ between calls. */
const FIXED = ["benchmark", "configurations", "repeats", "sample", "only", "tasks", "checksums"] as const;

/** Names of these members in messages, with their flags. */
const SAID: Readonly<Partial<Record<(typeof FIXED)[number], string>>> = {
  repeats: "repeats (--repeat)",
  sample: "sample (--sample, --seed)",
  only: "named questions (--only)",
};

/** @throws FuxiError `usage` if a run would be resumed with another definition */
export function checkSameRun(id: string, begun: JsonObject, now: JsonObject): void {
  const differs = FIXED.filter((name) => canonical(begun[name]) !== canonical(now[name]));
  if (differs.length === 0) return;
  // The number of tasks follows from their selection.
  const told = differs.filter((name) => name !== "tasks" || differs.length === 1);
  const what = differs.includes("checksums") ? "data" : told.map((name) => SAID[name] ?? name).join(", ");
  throw new FuxiError("usage", `The run ${id} was begun with other ${what}.`, {
    hint: "Go on with what it was begun with, or begin another run.",
  });
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ""
  );
}

/** Selection of tasks. */
interface TaskChoice {
  /** Maximum number of tasks. Larger samples of a seed contain its smaller ones. */
  readonly sample?: { readonly size: number; readonly seed: number };
  /** Only these, by id. */
  readonly only?: readonly string[];
}

/**
 * The selected tasks, in the data's order, reproducible by the seed.
 * @throws FuxiError `usage` for an unknown id, and for an invalid sample
 */
export function chooseTasks(
  { tasks }: Pick<BenchmarkSet, "tasks">,
  { sample, only }: TaskChoice = {},
): readonly BenchmarkTask[] {
  const named = only === undefined ? tasks : onlyThese(tasks, only);
  if (sample === undefined) return named;
  const { size, seed } = sample;
  if (!Number.isSafeInteger(size) || size < 1 || !Number.isSafeInteger(seed)) {
    throw new FuxiError("usage", `A sample of ${size} tasks with the seed ${seed} cannot be drawn.`, {
      hint: "Give whole numbers, and a size from 1 up.",
    });
  }
  const random = mulberry32(seed);
  return named
    .map((task, index) => ({ task, index, at: random() }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .slice(0, size)
    .sort((a, b) => a.index - b.index)
    .map(({ task }) => task);
}

function onlyThese(tasks: readonly BenchmarkTask[], only: readonly string[]): readonly BenchmarkTask[] {
  const wanted = new Set(only);
  const found = tasks.filter(({ id }) => wanted.has(id));
  const ids = tasks.map(({ id }) => id);
  const unknown = [...wanted].find((id) => !ids.includes(id));
  if (unknown === undefined) return found;
  const near = nearestNames(unknown, ids, { limit: 3 }).map(({ name }) => name);
  throw new FuxiError("usage", `No task has the id ${unknown}.`, {
    hint: `There are ${ids.length}, such as ${(near.length > 0 ? near : ids.slice(0, 3)).join(", ")}.`,
  });
}

/** Values to combine. Each combination becomes a configuration. */
interface Sweep {
  readonly strategies: readonly string[];
  readonly models: readonly (string | undefined)[];
  readonly sampleRows: readonly number[];
  readonly triples: readonly number[];
  readonly steps: readonly number[];
  readonly shots: readonly number[];
  /** Whether a simulated user is there, and the model that plays them. */
  readonly asking: readonly Pick<Configuration, "ask" | "userModel">[];
}

/** Common settings of a run's configurations. */
type Shared = Pick<
  Configuration,
  | "decider"
  | "format"
  | "tools"
  | "withoutTools"
  | "without"
  | "errorFeedback"
  | "entities"
  | "oracleKnowledge"
  | "sampling"
  | "votes"
>;

const ROWS: readonly string[] = ["api-docs-prompt", "din-sql"];
const TRIPLES = "triples-prompt";

/**
 * All combinations of the swept values. Triples apply to `triples-prompt` only, sample rows to the prompts of tables only: sweeps over them
 * make one configuration of other strategies. Ids name the differences between configurations, and what was removed.
 *
 * @throws FuxiError `usage` if two would be equal
 */
export function configurationsOf(sweep: Sweep, shared: Shared): readonly Configuration[] {
  const all = sweep.strategies.flatMap((strategy) => {
    const isRows = ROWS.includes(strategy);
    const isTriples = strategy === TRIPLES;
    let made = sweep.models.map((model) => ({ strategy, ...given({ model }) }) as Omit<Configuration, "id">);
    const times = <K extends keyof Configuration>(name: K, values: readonly Configuration[K][]): void => {
      made = made.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
    };
    times("sampleRows", isRows ? sweep.sampleRows : [0]);
    times("triples", isTriples ? sweep.triples : sweep.triples.slice(0, 1));
    times("steps", isRows || isTriples ? sweep.steps.slice(0, 1) : sweep.steps);
    times("shots", sweep.shots);
    return made.flatMap((each) => sweep.asking.map((asking) => ({ ...each, ...shared, ...asking })));
  });
  const named = all.map((each): Configuration => ({ id: idOf(each, sweep), ...each }));
  const twice = named.find(({ id }, at) => named.findIndex((other) => other.id === id) !== at);
  if (twice === undefined) return named;
  throw new FuxiError("usage", `The configuration ${twice.id} would be run twice.`, {
    hint: "Name each strategy, model and number once.",
  });
}

function idOf(each: Omit<Configuration, "id">, sweep: Sweep): string {
  const parts = [
    each.strategy,
    ...(sweep.models.length > 1 && each.model !== undefined ? [each.model] : []),
    ...(ROWS.includes(each.strategy) && (sweep.sampleRows.length > 1 || each.sampleRows > 0)
      ? [`rows=${each.sampleRows}`]
      : []),
    ...(each.strategy === TRIPLES ? [`triples=${each.triples}`] : []),
    ...(sweep.steps.length > 1 ? [`steps=${each.steps}`] : []),
    ...(sweep.shots.length > 1 || each.shots > 0 ? [`shots=${each.shots}`] : []),
    ...(each.votes === undefined ? [] : [`votes=${each.votes}`]),
    ...(each.tools === "all" && each.withoutTools.length === 0 ? ["all tools"] : []),
    ...(each.withoutTools.length > 0 ? [`without ${each.withoutTools.join(" and ")}`] : []),
    ...(each.without.length > 0 ? [`without ${each.without.join(" and ")}`] : []),
    ...(each.errorFeedback ? [] : ["without error feedback"]),
    ...(each.ask ? ["asking"] : []),
  ];
  // Slashes separate the parts of an item's name.
  return parts.join(" ").replaceAll("/", ":");
}

/** A task for one configuration and repeat: the unit that processes share. */
export interface EvaluationItem {
  /** `configuration/task/repeat`. */
  readonly name: string;
  /** Id of its trajectory, the same in every process. */
  readonly run: string;
  readonly configuration: Configuration;
  readonly task: BenchmarkTask;
  /** From 0. */
  readonly repeat: number;
}

/**
 * The items, grouped by task, so that each place is opened once, and an exhausted budget leaves the same tasks undone for all configurations.
 * @throws FuxiError `usage` for duplicate ids of configurations or tasks, and for ids with a `/`
 */
export function evaluationItems(
  id: string,
  {
    tasks,
    configurations,
    repeats,
  }: {
    readonly tasks: readonly BenchmarkTask[];
    readonly configurations: readonly Configuration[];
    readonly repeats: number;
  },
): readonly EvaluationItem[] {
  checkIds("configurations", configurations);
  checkIds("tasks", tasks);
  if (!Number.isSafeInteger(repeats) || repeats < 1) {
    throw new FuxiError("usage", `Nothing can be done ${repeats} times.`, {
      hint: "Give a number from 1 up.",
    });
  }
  const each = tasks.flatMap((task) =>
    Array.from({ length: repeats }).flatMap((_, repeat) =>
      configurations.map((configuration) => ({ configuration, task, repeat })),
    ),
  );
  return each.map(({ configuration, task, repeat }, index) => ({
    name: `${configuration.id}/${task.id}/${repeat}`,
    run: `${id}-${index + 1}`,
    configuration,
    task,
    repeat,
  }));
}

function checkIds(what: string, all: readonly { readonly id: string }[]): void {
  const ids = all.map(({ id }) => id);
  const seen = new Set<string>();
  const wrong = ids.find((id) => id.includes("/") || seen.size === seen.add(id).size);
  if (wrong === undefined) return;
  throw new FuxiError("usage", `Among the ${what}, "${wrong}" stands twice or holds a slash.`, {
    hint: "Give each an id of its own, without slashes.",
  });
}
