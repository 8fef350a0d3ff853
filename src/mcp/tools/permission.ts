import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { actionKey } from "../../agent/action-key.ts";
import { permissionQuestion as leaveQuestion } from "../../agent/strategies/permission.ts";
import type { Action } from "../../environment/action.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { shortened } from "../../util/clipped-text.ts";
import { readHandle } from "../workspaces/workspaces.ts";
import type { Round, ToolReply } from "./mcp-tool.ts";
import { visibleSpaces } from "./open-workspace-tool.ts";

/** Permission that the person has given for one action. */
export interface Permission {
  /** The operation, as the environment names it: `api POST /lists`. */
  readonly allowed: string;
  /** Id of the effect, created with the question, so that an answer received twice causes one effect only. */
  readonly effect: string;
  /** The operation may be called again in this workspace without asking. */
  readonly forTask: boolean;
  /** The workspace that it was asked for. */
  readonly handle: string;
}

const stateSchema = z.object({
  allowed: z.string(),
  effect: z.string(),
  action: z.string(),
  handle: z.string(),
  target: z.string().exactOptional(),
});

/** Characters. Longer actions are cut, and the person is told so. */
const MOST_SHOWN = 4000;
const LONGEST_OPERATION = 80;

/** "No" comes first: clients preselect the first choice. */
const NO = 0;
const ONCE = 1;
const ALWAYS = 2;

/**
 * Asks the person to permit an action with an effect outside, shown with all its arguments.
 * @param failure of the code `permission-needed`
 * @param handle of the action's workspace
 * @param target the environment's target, to which the permission is limited
 */
export function permissionQuestion(
  failure: ToolFailure,
  action: Action,
  handle: string,
  target?: string,
): Extract<ToolReply, { type: "question" }> {
  const { question, permission } = leaveQuestion(action, failure);
  const operation = permission?.operation ?? action.tool;
  const choices: string[] = [];
  choices[NO] = "No";
  choices[ONCE] = "Yes, do it once";
  choices[ALWAYS] = `Yes, and any further ${clipped(operation)} in this workspace without asking`;
  return {
    type: "question",
    question: { message: shown(visibleSpaces(question)), choices, ownWords: false },
    state: {
      allowed: `${action.environment} ${operation}`,
      effect: randomUUID(),
      action: digest(action),
      handle,
      ...(target === undefined ? {} : { target }),
    },
  };
}

/**
 * The permission that an answer gives for exactly this action. Undefined if it gives none, or was given for another action.
 * @param named the workspace in the call; without one, the action belongs to `Permission.handle`
 */
export function permissionGiven(
  { answer, state }: Round,
  action: Action,
  named: string | undefined,
  target?: string,
): Permission | undefined {
  const asked = stateSchema.safeParse(state).data;
  if (asked === undefined || asked.action !== digest(action) || asked.target !== target) return undefined;
  // Used in another workspace, the same answer would cause a second effect.
  if (named !== undefined && readHandle(named)?.id !== readHandle(asked.handle)?.id) return undefined;
  if (answer.type !== "answered" || (answer.choice !== ONCE && answer.choice !== ALWAYS)) return undefined;
  const { allowed, effect, handle } = asked;
  return { allowed, effect, forTask: answer.choice === ALWAYS, handle };
}

/** The failure for an action that the person did not permit. */
export function notGiven({ tool }: Action, answer: Round["answer"]): ToolFailure {
  const said =
    answer.type === "cancelled"
      ? `closed the form without a decision on this ${tool}`
      : `did not allow this ${tool}`;
  return {
    code: "not-permitted",
    message: `The person was asked and ${said}. Nothing was done. Do not try it again by yourself: reach the goal without it, or end with the reason.`,
    suggestions: [],
  };
}

/** The failure if nobody can be asked: neither the model nor text in the conversation can give permission. */
export function withoutElicitation(failure: ToolFailure): ToolFailure {
  const operation = failure.part?.text?.trim() ?? "";
  const flag = operation === "" ? "" : `, with --allow ${JSON.stringify(operation)}`;
  return {
    ...failure,
    message: `${failure.message} This client cannot ask the person here, and leave cannot be given in a call: whoever runs the server can allow it${flag}. Tell the person so, or do without it.`,
  };
}

function digest(action: Action): string {
  return createHash("sha256").update(actionKey(action)).digest("base64url");
}

function shown(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  return `${text.slice(0, MOST_SHOWN)}… (only the first ${MOST_SHOWN} of ${text.length} characters are shown). May it be done?`;
}

function clipped(operation: string): string {
  return shortened(visibleSpaces(operation.replace(/\s+/gu, " ").trim()), LONGEST_OPERATION);
}
