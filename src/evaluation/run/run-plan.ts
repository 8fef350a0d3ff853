import { FuxiError } from "../../errors/fuxi-error.ts";
import { given } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";
import { mulberry32 } from "../../util/mulberry32.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import type { BenchmarkSet, BenchmarkTask } from "../benchmark/benchmark.ts";
import type { Configuration, Manifest } from "./configuration.ts";

/** What a manifest is made of; the rest is counted. */
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

/** What decides which items a run has and what their results mean. Everything else may differ from call to call. */
const FIXED = ["benchmark", "configurations", "repeats", "sample", "only", "tasks", "checksums"] as const;

/** With the flags that say it. */
const SAID: Readonly<Partial<Record<(typeof FIXED)[number], string>>> = {
  repeats: "repeats (--repeat)",
  sample: "sample (--sample, --seed)",
  only: "named questions (--only)",
};

/** @throws FuxiError `usage` where a run that was begun is to be gone on with as another one */
export function checkSameRun(id: string, begun: JsonObject, now: JsonObject): void {
  const differs = FIXED.filter((name) => canonical(begun[name]) !== canonical(now[name]));
  if (differs.length === 0) return;
  // Their number follows from how they were chosen.
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

/** Which tasks of a set are asked. */
interface TaskChoice {
  /** At most so many of those that are left; a larger sample of one seed holds the smaller ones. */
  readonly sample?: { readonly size: number; readonly seed: number };
  /** Only these, by id. */
  readonly only?: readonly string[];
}

/**
 * The chosen tasks, in the data's order: the same for the same seed on every machine.
 * @throws FuxiError `usage` for an id that no task has, and for a sample of none
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

/** What is swept: each member has one value, or several of which each makes a configuration. */
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

/** What all configurations of a run have in common. */
type Shared = Pick<
  Configuration,
  | "embedding"
  | "decider"
  | "format"
  | "withoutTools"
  | "without"
  | "errorFeedback"
  | "entities"
  | "oracleKnowledge"
  | "sampling"
>;

const ROWS = "api-docs-prompt";
const TRIPLES = "triples-prompt";

/**
 * Every combination of what is swept. Triples, and by what they are ranked, matter only to `triples-prompt`, and sample rows to `api-docs-prompt`: a sweep
 * over them makes one configuration of any other strategy. The ids name what differs between them, and what was taken away of the first one.
 *
 * @throws FuxiError `usage` where two would be the same
 */
export function configurationsOf(sweep: Sweep, { embedding, ...shared }: Shared): readonly Configuration[] {
  const all = sweep.strategies.flatMap((strategy) => {
    const isRows = strategy === ROWS;
    const isTriples = strategy === TRIPLES;
    let made = sweep.models.map((model) => ({ strategy, ...given({ model }) }) as Omit<Configuration, "id">);
    const times = <K extends keyof Configuration>(name: K, values: readonly Configuration[K][]): void => {
      made = made.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
    };
    times("sampleRows", isRows ? sweep.sampleRows : [0]);
    times("triples", isTriples ? sweep.triples : sweep.triples.slice(0, 1));
    if (isTriples && embedding !== undefined) times("embedding", [embedding]);
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
    ...(each.strategy === ROWS && (sweep.sampleRows.length > 1 || each.sampleRows > 0)
      ? [`rows=${each.sampleRows}`]
      : []),
    ...(each.strategy === TRIPLES ? [`triples=${each.triples}`] : []),
    ...(sweep.steps.length > 1 ? [`steps=${each.steps}`] : []),
    ...(sweep.shots.length > 1 || each.shots > 0 ? [`shots=${each.shots}`] : []),
    ...(each.withoutTools.length > 0 ? [`without ${each.withoutTools.join(" and ")}`] : []),
    ...(each.without.length > 0 ? [`without ${each.without.join(" and ")}`] : []),
    ...(each.errorFeedback ? [] : ["without error feedback"]),
    ...(each.ask ? ["asking"] : []),
  ];
  // An item's name is made of it with strokes between.
  return parts.join(" ").replaceAll("/", ":");
}

/** One task, answered once by one configuration: what processes share among them. */
export interface EvaluationItem {
  /** `configuration/task/repeat`. */
  readonly name: string;
  /** Of its trajectory: the same whenever and wherever the item is done. */
  readonly run: string;
  readonly configuration: Configuration;
  readonly task: BenchmarkTask;
  /** From 0. */
  readonly repeat: number;
}

/**
 * Task by task, so that places are opened once, and that what a budget leaves undone is undone for all configurations alike.
 * @throws FuxiError `usage` where two configurations or two tasks have one id, or an id has a `/`
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
