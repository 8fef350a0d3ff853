import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { actionKey } from "../../agent/action-key.ts";
import { permissionQuestion as leaveQuestion } from "../../agent/strategies/permission.ts";
import type { Action } from "../../environment/action.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { readHandle } from "../workspaces/workspaces.ts";
import type { Round, ToolReply } from "./mcp-tool.ts";
import { visibleSpaces } from "./open-workspace-tool.ts";

/** Leave that the person has given for one action. */
export interface Leave {
  /** As the environment knows it: `api POST /lists`. */
  readonly allowed: string;
  /** Made with the question, so that the same answer handed in twice is one effect. */
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

/** Longer actions are shown up to here, and the person is told so. */
const MOST_SHOWN = 4000;
const LONGEST_OPERATION = 80;

/** "No" comes first: clients choose the first beforehand. */
const NO = 0;
const ONCE = 1;
const ALWAYS = 2;

/**
 * Asks the person to allow an action with an effect outside, which is shown with all its arguments.
 * @param failure of the code `permission-needed`
 * @param handle of the workspace that the action is taken in
 * @param target what the environment is connected to: leave for it holds nowhere else
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
 * The leave that an answer gives for this very action; undefined where it gives none, or was given for something else.
 * @param named the workspace that the call names; where it names none, the action belongs into `Leave.handle`
 */
export function leaveGiven(
  { answer, state }: Round,
  action: Action,
  named: string | undefined,
  target?: string,
): Leave | undefined {
  const asked = stateSchema.safeParse(state).data;
  if (asked === undefined || asked.action !== digest(action) || asked.target !== target) return undefined;
  // An answer for one workspace would be a second effect in another.
  if (named !== undefined && readHandle(named)?.id !== readHandle(asked.handle)?.id) return undefined;
  if (answer.type !== "answered" || (answer.choice !== ONCE && answer.choice !== ALWAYS)) return undefined;
  const { allowed, effect, handle } = asked;
  return { allowed, effect, forTask: answer.choice === ALWAYS, handle };
}

/** What the model is told of an action that the person did not allow. */
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

/** What the model is told where nobody can be asked: neither it nor what it was told in the conversation gives leave. */
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
  const line = visibleSpaces(operation.replace(/\s+/gu, " ").trim());
  return line.length <= LONGEST_OPERATION ? line : `${line.slice(0, LONGEST_OPERATION - 1)}…`;
}
