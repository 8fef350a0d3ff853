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
import {
  notGiven,
  type Permission,
  permissionGiven,
  permissionQuestion,
  withoutElicitation,
} from "./permission.ts";

type ObjectSchema = McpToolDefinition["inputSchema"];

const TEXT: JsonObject = { type: "string" };

/** The tool's input schema, with the handle of the workspace as its first property. */
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
 * The tool's output schema, with the text that a model reads (some clients pass on structured content only), the handle if there is a new one,
 * and warnings.
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

  const session = (content: TaskContent, caller: Caller, permission?: Permission): TaskSession =>
    taskSession({ ...content, allowed: allowedIn(content, permission) }, caller, options);

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
    permission: Permission | undefined,
  ): Promise<ToolReply> => {
    const work = async ({ content }: Held): Promise<Change<Taken>> => {
      const taken = await session(content, caller, permission).act(action);
      const next = after(content, taken, permission);
      return { value: taken, ...(next === undefined ? {} : { content: next }) };
    };
    const effect = { id: permission?.effect ?? randomUUID(), action };
    const changed = await workspaces.change(
      handle,
      tool.adds === true ? "adds" : "replaces",
      caller,
      work,
      (content) => (session(content, caller, permission).hasEffect(action) ? effect : undefined),
    );
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
      const permission =
        round === undefined ? undefined : permissionGiven(round, action, read.handle, environment.targetKey);
      if (round !== undefined && permission === undefined)
        return { type: "failure", failure: notGiven(action, round.answer) };
      const handle = read.handle ?? permission?.handle ?? (await workspaces.open(undefined, caller)).handle;
      return await change(action, handle, caller, permission);
    },
  };
}

function allowedIn({ allowed = [] }: TaskContent, permission: Permission | undefined): readonly string[] {
  return permission === undefined ? allowed : [...allowed, permission.allowed];
}

function after(
  content: TaskContent,
  { workspace, environment }: Taken,
  permission: Permission | undefined,
): TaskContent | undefined {
  // Permission for the task holds even if the first action under it fails.
  const allowed = permission?.forTask === true ? { allowed: allowedIn(content, permission) } : {};
  if (workspace === undefined || environment === undefined) {
    return permission?.forTask === true ? { ...content, ...allowed } : undefined;
  }
  return { ...content, workspaces: { ...content.workspaces, [environment]: workspace }, ...allowed };
}

/** Workspaces for a call that only reads. They are not stored. */
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
