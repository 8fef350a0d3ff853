import type { Environment } from "../environment.ts";
import type { Task } from "../task.ts";
import { egressOf, toldSource } from "./told-answer.ts";

/** The task as a run may show it to a model: an earlier answer was the person's, and its values are withheld like all others. */
export function taskUnderEgress(task: Task, environments: readonly Environment[]): Task {
  const level = egressOf(environments);
  const { previous } = task;
  if (level === undefined || previous === undefined) return task;
  const { answer: _, evidence, ...rest } = previous;
  const said = [
    task.question,
    previous.question,
    ...(previous.settled ?? []).map(({ meaning, told = meaning }) => told),
  ];
  return {
    ...task,
    previous: { ...rest, ...(evidence === undefined ? {} : { evidence: toldSource(evidence, said, level) }) },
  };
}
