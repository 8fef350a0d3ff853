import type { ResumeRunOptions, RunResult } from "../../agent/run-options.ts";
import type { Task } from "../../environment/task.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Caller } from "../caller.ts";

/** Runs a whole strategy with the model, the stores and the limits that whoever composed the server chose; nobody is asked back within it. */
export interface AskRuns {
  /** Answers can be kept for later questions, which then read them. */
  readonly remembers?: boolean;
  /** Runs a task to its end, or to a question. */
  start(task: Task, caller: Caller, onEvent: (event: RunEvent) => void): Promise<RunResult>;
  /**
   * All events of a run so far: what it waits for, or how it ended.
   * @throws FuxiError `run-not-found` (also for another principal's run)
   */
  read(runId: string, caller: Caller): Promise<readonly RunEvent[]>;
  /** @throws FuxiError `run-not-found` (also for another principal's run), `run-not-resumable` */
  resume(
    runId: string,
    answer: ResumeRunOptions["answer"],
    caller: Caller,
    onEvent: (event: RunEvent) => void,
  ): Promise<RunResult>;
}
