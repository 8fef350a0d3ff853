import type { RunOptions, RunTaskOptions } from "../../agent/run-options.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";
import type { Configuration } from "./configuration.ts";

/** Who answers a task, and how. */
export interface Decision
  extends Pick<
      RunOptions,
      "policy" | "strategy" | "userProxy" | "actLimits" | "stopConditions" | "glossary" | "price"
    >,
    Pick<RunTaskOptions, "limits" | "reopen"> {
  /** In place of the question with its oracle knowledge. */
  readonly task?: Task;
  /** The place's own, with what the configuration takes away of them; theirs where it takes nothing. They are not closed. */
  readonly environments?: readonly Environment[];
}

/** What a decision may depend on beside the configuration and the task. */
export interface DecideContext {
  readonly environments: readonly Environment[];
  /** From 0. */
  readonly repeat: number;
}

/** Given by whoever composes the program: it alone knows models and strategies by name. The same for the same arguments, in every process. */
export type Decide = (
  configuration: Configuration,
  task: BenchmarkTask,
  context: DecideContext,
) => Decision | Promise<Decision>;
