import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { visibleLines } from "../../util/visible-text.ts";
import type { TaskContent } from "./task-content.ts";

const MOST_CHARACTERS = 1500;

/**
 * What the workspaces of a task hold, for a model that has an old version of them: a paragraph for each environment that holds anything, all
 * together about 1,500 characters at most. "" where nothing is held, or no environment can say what.
 */
export function heldText({ workspaces }: TaskContent, environments: readonly Environment[]): string {
  const texts = environments.flatMap((environment) => {
    const workspace = Object.hasOwn(workspaces, environment.id) ? workspaces[environment.id] : undefined;
    if (workspace === undefined) return [];
    const text = textOf(environment, workspace).trim();
    if (text === "") return [];
    return [environments.length === 1 ? text : `${environment.id}: ${text}`];
  });
  const each = Math.floor(MOST_CHARACTERS / Math.max(1, texts.length));
  return visibleLines(texts.map((text) => cut(text, each)).join("\n"));
}

function textOf(environment: Environment, workspace: TaskContent["workspaces"][string]): string {
  try {
    return environment.workspaceText?.(workspace) ?? "";
  } catch (error) {
    // A damaged workspace is told by the action that needs it; here it would hide the handle that leads on.
    if (FuxiError.isInstance(error) && error.code === "workspace-invalid") return "cannot be read any more";
    throw error;
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut off)`;
}
