import { FuxiError } from "../../errors/fuxi-error.ts";
import { mulberry32 } from "../../util/mulberry32.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import type { BenchmarkSet, BenchmarkTask } from "../benchmark/benchmark.ts";

/** Which tasks of a set are asked. */
export interface TaskChoice {
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
