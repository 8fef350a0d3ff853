import type { ResumeRunOptions, RunResult } from "../../agent/run-options.ts";
import type { Task } from "../../environment/task.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Caller } from "../caller.ts";

/** Runs a whole strategy with the model, the stores and the limits that whoever composed the server chose; nobody is asked back within it. */
export interface AskRuns {
  start(task: Task, caller: Caller, onEvent: (event: RunEvent) => void): Promise<RunResult>;
  /** @throws FuxiError `run-not-found` (also for another principal's run), `run-not-resumable` */
  resume(
    runId: string,
    answer: ResumeRunOptions["answer"],
    caller: Caller,
    onEvent: (event: RunEvent) => void,
  ): Promise<RunResult>;
}
