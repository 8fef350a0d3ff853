import type { ToolResultPart } from "ai";
import { asData } from "../agent/prompts/data-marks.ts";
import { renderFailure, renderObservation } from "../agent/render-result.ts";
import type { UserProxy } from "../clarification/user-proxy.ts";
import type { ActLimits } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Observation } from "../environment/observation.ts";
import type { Principal } from "../environment/principal.ts";
import type { Task } from "../environment/task.ts";
import type { OrFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";

/** An action that a tool of `createTools` has taken, with its result. */
export type ToolAction = ToolOutput & {
  readonly toolCallId: string;
  /** The tool's name as the model knows it. */
  readonly toolName: string;
  readonly action: Action;
  readonly milliseconds: number;
};

/** How the tools of one task work. */
export interface CreateToolsOptions extends Partial<Task> {
  /** On whose behalf: `{ id: "local" }` unless given. */
  readonly principal?: Principal;
  /** Stores bulky results, to which workspaces refer; in memory unless given. */
  readonly artifacts?: ArtifactStore;
  /** Bounds of each single action; `DEFAULT_ACT_LIMITS` for those that are not given. */
  readonly limits?: Partial<ActLimits>;
  /**
   * External effects that are permitted from the start, as the environment names them: `POST /lists`, or of one environment only, `api POST
   * /lists`. An effect that no environment has is refused.
   */
  readonly allow?: readonly string[];
  /**
   * Asks the person: for permission for external effects, and for the model with the tool `ask_user`. Without a user proxy there is no such tool,
   * and effects that are not permitted are refused.
   */
  readonly userProxy?: UserProxy;
  /** Offers the tool `final_answer`, by which the model hands in an answer; `taskOf(tools).answer` is the one that was accepted. */
  readonly finalAnswer?: boolean;
  /** The tools that are offered, by name, with those that have to be used before them. All of them unless given. */
  readonly only?: readonly string[];
  /** Offers the smallest set of tools with which questions can be answered; with `only`, those that it names as well. */
  readonly essential?: boolean;
  /** Names of the application's own tools; an environment's tool of such a name is renamed. */
  readonly reserved?: readonly string[];
  /** Workspaces to resume with, as `await taskOf(tools).workspaces()` gave them. */
  readonly workspaces?: readonly Workspace[];
  /** Called after each action. An error that it throws fails the call of the tool. */
  readonly onAction?: (action: ToolAction) => void;
}

export type TaskOptions = CreateToolsOptions & Required<Pick<CreateToolsOptions, "principal" | "artifacts">>;

/** What the tools of `createTools` return: plain JSON, so that it can be sent to a client and stored with the messages. */
export type ToolOutput = OrFailure<{ readonly observation: Observation }>;

/** The text that a model reads. A function of the output alone: stored messages are converted in processes that never ran the tool. */
export function modelOutput({ observation, failure }: ToolOutput): ToolResultPart["output"] {
  return failure === undefined
    ? { type: "text", value: asData(renderObservation(observation)) }
    : { type: "error-text", value: asData(renderFailure(failure)) };
}

/** An output that consists mainly of text. */
export function said(text: string, data: Observation["data"] = {}): ToolOutput {
  return { observation: { text, data, warnings: [], notes: [] } };
}
