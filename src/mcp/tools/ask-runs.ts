import type { ResumeRunOptions, RunResult } from "../../agent/run-options.ts";
import type { OpenQuestion } from "../../clarification/open-question.ts";
import type { Task } from "../../environment/task.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Caller } from "../caller.ts";

/** Runs a whole strategy with the model, the stores and the limits that whoever composed the server chose; nobody is asked back within it. */
export interface AskRuns {
  /** Answers can be kept for later questions, which then read them. */
  readonly remembers?: boolean;
  start(task: Task, caller: Caller, onEvent: (event: RunEvent) => void): Promise<RunResult>;
  /**
   * The question that a run waits for an answer to: whoever hands an answer in has to know whether it is one about words or leave to act.
   * @throws FuxiError `run-not-found` (also for another principal's run)
   */
  waitsFor(runId: string, caller: Caller): Promise<OpenQuestion | undefined>;
  /** @throws FuxiError `run-not-found` (also for another principal's run), `run-not-resumable` */
  resume(
    runId: string,
    answer: ResumeRunOptions["answer"],
    caller: Caller,
    onEvent: (event: RunEvent) => void,
  ): Promise<RunResult>;
}
