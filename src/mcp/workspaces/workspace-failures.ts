import type { Action } from "../../environment/action.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";

const PART = { argument: "workspace" };
const OPEN = { text: "open_workspace", reason: "opens a new one" };
const LONGEST_ARGUMENTS = 300;

/** One and the same for whatever the caller may not know: never made, expired, forged, another's. */
export const UNKNOWN_WORKSPACE: ToolFailure = {
  code: "unknown-workspace",
  message:
    "There is no such workspace, or no longer: workspaces are forgotten some time after their last use. Open a new one and go on with its handle.",
  part: PART,
  suggestions: [OPEN],
};

/** What a client can go on from: the current handle, and what the workspaces hold there. */
export interface Current {
  readonly handle: string;
  /** "" where nothing is held, or nothing can be said of it. */
  readonly text: string;
}

/** `named`: the version that was named, where one was; `version`: the current one. */
export function staleWorkspace(
  named: number | undefined,
  version: number,
  { handle, text }: Current,
): ToolFailure {
  const why =
    named === undefined
      ? "The handle has no version, and this call replaces what is there: name the version that it is based on."
      : named > version
        ? `The workspace has no version ${named} yet.`
        : `The workspace has been changed since version ${named}.`;
  const now = text === "" ? "" : ` It holds now:\n${text}`;
  return {
    code: "stale-workspace",
    message: `${why} Look whether the call still makes sense, then make it with the current handle, ${handle}.${now}`,
    part: PART,
    suggestions: [{ text: handle, reason: "the current version" }],
  };
}

export function workspaceBusy(why: string): ToolFailure {
  return {
    code: "workspace-busy",
    message: `${why} Make the call again in a few seconds.`,
    part: PART,
    suggestions: [],
  };
}

export function workspaceFull(): ToolFailure {
  return {
    code: "workspace-full",
    message: "The workspaces of this task would become larger than can be kept, so nothing was changed.",
    part: PART,
    suggestions: [OPEN],
  };
}

/** `what`: what is known of the effect, as a sentence that begins with the action. `handle`: the current one, where the workspace is still there. */
export function effectUnknown(action: Action, what: string, handle: string | undefined): ToolFailure {
  return {
    code: "effect-unknown",
    message: `${actionText(action)} ${what}`,
    part: PART,
    suggestions: handle === undefined ? [OPEN] : [{ text: handle, reason: "the current version" }],
  };
}

function actionText({ environment, tool, arguments: given }: Action): string {
  const text = JSON.stringify(given);
  const short = text.length <= LONGEST_ARGUMENTS ? text : `${text.slice(0, LONGEST_ARGUMENTS)}…`;
  return `${tool} in ${environment} with ${short}`;
}
