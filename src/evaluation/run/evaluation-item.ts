import { FuxiError } from "../../errors/fuxi-error.ts";
import type { BenchmarkTask } from "../benchmark/benchmark.ts";
import type { Configuration } from "./configuration.ts";

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
