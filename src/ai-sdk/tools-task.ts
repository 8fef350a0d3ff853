import type { ToolSet } from "ai";
import type { Claim } from "../environment/answer.ts";
import type { ConcludeResult } from "../environment/environment.ts";
import type { Workspace } from "../environment/workspace.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { AcceptedAnswer } from "./final-answer-tool.ts";

/** The task that a tool set of `createTools` works on. */
export interface ToolsTask {
  /** For the system prompt: how to work with the tools, and the schema of each environment. Stable, so that providers can cache it. */
  instructions(options?: { readonly signal?: AbortSignal }): Promise<string>;
  /**
   * For the person's message: the question with what was given with it, and the part of a schema too large for the instructions that it needs.
   * @throws FuxiError `usage` without `question`
   */
  prompt(options?: { readonly signal?: AbortSignal }): Promise<string>;
  /**
   * The answer with its evidence: of what was built with the tools (the drafted query, the last variable, the last extraction), or of `text`.
   * Waits for calls that are at work.
   * @param claim `environment` says of which, where there are several
   * @throws FuxiError `usage` for an environment that there is not; `cancelled`, and whatever the environment throws
   */
  conclude(
    claim?: Claim & { readonly environment?: string; readonly signal?: AbortSignal },
  ): Promise<ConcludeResult>;
  /** Of the last `final_answer` that was accepted; undefined before. */
  readonly answer: AcceptedAnswer | undefined;
  /** A promise of plain JSON of at most 64 kB each, to go on with in another process: `createTools(environments, { workspaces })`, over the same artifact store. */
  workspaces(options?: { readonly signal?: AbortSignal }): Promise<readonly Workspace[]>;
}

const TASK = Symbol.for("fuxi.tools-task");

export function withTask(tools: ToolSet, task: ToolsTask): ToolSet {
  return Object.assign(tools, { [TASK]: task });
}

/**
 * The task behind a tool set of `createTools`, or behind one that it was spread into.
 * @throws FuxiError `usage` for any other tool set
 */
export function taskOf(tools: ToolSet): ToolsTask {
  const task = (tools as { readonly [TASK]?: ToolsTask })[TASK];
  if (task !== undefined) return task;
  throw new FuxiError("usage", "No task belongs to these tools.", {
    hint: "Give what createTools returned, or an object that it was spread into.",
  });
}
