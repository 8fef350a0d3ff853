import { randomUUID } from "node:crypto";
import { toolDescription } from "../../agent/prompts/rules.ts";
import { renderObservation } from "../../agent/render-result.ts";
import type { Taken, TaskSession } from "../../agent/task-session.ts";
import type { NamedTool, ToolNames } from "../../agent/tool-names.ts";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Observation, Truncation } from "../../environment/observation.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Caller } from "../caller.ts";
import { type OpenedIn, type TaskContent, taskSession } from "../workspaces/workspace-content.ts";
import type { Change, Held, Workspaces } from "../workspaces/workspaces.ts";
import {
  annotationsOf,
  handleMissing,
  type McpTool,
  type McpToolDefinition,
  type Round,
  readHandle,
  type ToolReply,
} from "./mcp-tool.ts";
import { type Leave, leaveGiven, notGiven, permissionQuestion, withoutElicitation } from "./permission.ts";

type ObjectSchema = McpToolDefinition["inputSchema"];

const TEXT: JsonObject = { type: "string" };

/** The tool's own input with the handle of the workspace in front. */
function withHandle(schema: JsonObject, required: boolean): ObjectSchema {
  const { additionalProperties: _, properties, required: before, ...rest } = schema;
  const names = [...(required ? ["workspace"] : []), ...((before ?? []) as readonly string[])];
  return {
    ...rest,
    type: "object",
    properties: { workspace: TEXT, ...(properties as JsonObject | undefined) },
    ...(names.length === 0 ? {} : { required: names }),
  };
}

/**
 * The tool's own output with the text that a model reads (some clients hand on structured content alone), the handle where there is a new one,
 * and what else the result had to say.
 */
function withEnvelope(schema: JsonObject, writes: boolean): ObjectSchema {
  const { additionalProperties: _, properties, required, ...rest } = schema;
  return {
    ...rest,
    type: "object",
    properties: {
      text: TEXT,
      ...(writes ? { workspace: TEXT } : {}),
      ...(properties as JsonObject | undefined),
    },
    required: ["text", ...(writes ? ["workspace"] : []), ...((required ?? []) as readonly string[])],
  };
}

export interface EnvironmentToolOptions extends OpenedIn {
  readonly workspaces: Workspaces;
  readonly names: ToolNames;
}

/** A tool of an environment as an MCP tool: the same arguments with a handle beside them. */
export function environmentTool(
  named: NamedTool,
  environment: Environment,
  options: EnvironmentToolOptions,
): McpTool {
  const { name, environment: id, tool } = named;
  const { workspaces } = options;
  const writes = tool.workspace === "writes";
  const needsHandle = writes && tool.prerequisites.length > 0;

  const session = (content: TaskContent, caller: Caller, leave?: Leave): TaskSession =>
    taskSession({ ...content, allowed: allowedIn(content, leave) }, caller, options);

  const reads = async (action: Action, handle: string | undefined, caller: Caller): Promise<ToolReply> => {
    const held = handle === undefined ? undefined : await workspaces.read(handle, caller);
    if (held?.failure !== undefined) return { type: "failure", failure: held.failure };
    const content = held?.held.content ?? (await unkept(caller, options));
    const taken = await session(content, caller).act(action);
    if (taken.failure !== undefined) return { type: "failure", failure: taken.failure };
    return observedReply(taken.observation, undefined);
  };

  const change = async (
    action: Action,
    handle: string,
    caller: Caller,
    leave: Leave | undefined,
  ): Promise<ToolReply> => {
    const work = async ({ content }: Held): Promise<Change<Taken>> => {
      const taken = await session(content, caller, leave).act(action);
      const next = after(content, taken, leave);
      return { value: taken, ...(next === undefined ? {} : { content: next }) };
    };
    const how = tool.adds === true ? "adds" : "replaces";
    const inside = await workspaces.change(
      handle,
      how,
      caller,
      async (held): Promise<Change<Taken | undefined>> =>
        session(held.content, caller, leave).hasEffect(action) ? { value: undefined } : await work(held),
    );
    if (inside.failure !== undefined) return { type: "failure", failure: inside.failure };
    const changed =
      inside.value === undefined
        ? await workspaces.changeOutside(
            handle,
            { id: leave?.effect ?? randomUUID(), action, milliseconds: options.limits.milliseconds, how },
            caller,
            work,
          )
        : { held: inside.held, value: inside.value };
    if (changed.failure !== undefined) return { type: "failure", failure: changed.failure };
    const { value: taken, held } = changed;
    if (taken.failure === undefined) return observedReply(taken.observation, held.handle);
    if (taken.failure.code !== "permission-needed") return { type: "failure", failure: taken.failure };
    return caller.elicits
      ? permissionQuestion(taken.failure, action, held.handle, environment.targetKey)
      : { type: "failure", failure: withoutElicitation(taken.failure) };
  };

  return {
    definition: {
      name,
      description: toolDescription(named, options.names),
      inputSchema: withHandle(tool.inputSchema, needsHandle),
      outputSchema: withEnvelope(tool.outputSchema, writes),
      annotations: annotationsOf(tool),
    },
    async call(given: JsonObject, caller: Caller, round?: Round): Promise<ToolReply> {
      const read = readHandle(given, name);
      if (read.failure !== undefined) return { type: "failure", failure: read.failure };
      const action = { environment: id, tool: tool.name, arguments: read.input };
      if (!writes && tool.effect === "none") return await reads(action, read.handle, caller);
      if (read.handle === undefined && needsHandle)
        return { type: "failure", failure: handleMissing(name, tool.prerequisites) };
      const leave =
        round === undefined ? undefined : leaveGiven(round, action, read.handle, environment.targetKey);
      if (round !== undefined && leave === undefined)
        return { type: "failure", failure: notGiven(action, round.answer) };
      const handle = read.handle ?? leave?.handle ?? (await workspaces.open(undefined, caller)).handle;
      return await change(action, handle, caller, leave);
    },
  };
}

function allowedIn({ allowed = [] }: TaskContent, leave: Leave | undefined): readonly string[] {
  return leave === undefined ? allowed : [...allowed, leave.allowed];
}

function after(
  content: TaskContent,
  { workspace, environment }: Taken,
  leave: Leave | undefined,
): TaskContent | undefined {
  // Leave for the task was given whether or not the first action under it succeeds.
  const allowed = leave?.forTask === true ? { allowed: allowedIn(content, leave) } : {};
  if (workspace === undefined || environment === undefined) {
    return leave?.forTask === true ? { ...content, ...allowed } : undefined;
  }
  return { ...content, workspaces: { ...content.workspaces, [environment]: workspace }, ...allowed };
}

/** Workspaces for a call that only looks: nothing of them is kept. */
async function unkept(caller: Caller, bounds: OpenedIn): Promise<TaskContent> {
  const opened = await taskSession({ workspaces: {} }, caller, bounds).openMissing();
  return { workspaces: Object.fromEntries(opened.map((each) => [each.environment, each])) };
}

/** An observation as the result of a call: the text with the new handle after it, and the data beside the same text. */
function observedReply(observation: Observation, handle: string | undefined): ToolReply {
  const text = renderObservation(observation);
  const { data, warnings, truncation } = observation;
  return {
    type: "result",
    text: handle === undefined ? text : `${text}\nworkspace: ${handle}`,
    data: {
      text,
      ...(handle === undefined ? {} : { workspace: handle }),
      ...data,
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
      ...(truncation === undefined ? {} : { truncation: cut(truncation) }),
    },
  };
}

function cut({ what, shown, total, howToSeeMore }: Truncation): JsonObject {
  return { what, shown, ...(total === undefined ? {} : { total }), howToSeeMore };
}
