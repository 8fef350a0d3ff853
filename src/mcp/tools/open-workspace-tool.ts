import { settledBefore } from "../../clarification/settle.ts";
import type { ActContext } from "../../environment/act-context.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Glossary } from "../../environment/glossary.ts";
import type { Task } from "../../environment/task.ts";
import type { Tool } from "../../environment/tool.ts";
import type { JsonObject } from "../../util/json.ts";
import { escaped, visibleText } from "../../util/visible-text.ts";
import type { Caller } from "../caller.ts";
import { type OpenedIn, taskSession } from "../workspaces/workspace-content.ts";
import type { Held, Workspaces } from "../workspaces/workspaces.ts";
import { LOOKING, type McpTool, type McpToolDefinition, readInput, type ToolReply } from "./mcp-tool.ts";

/** Runs of spaces up to this length are not marked: they indent text. */
const LONGEST_RUN = 8;

/**
 * Makes spaces distinguishable as well: unusual ones become escapes, and long runs show their length (`\u{20}×50`). So a
 * person who is asked for permission sees exactly what will be sent.
 */
export function visibleSpaces(text: string): string {
  return visibleText(text)
    .replace(/(?! )\p{Z}/gu, escaped)
    .replace(new RegExp(` {${LONGEST_RUN + 1},}`, "gu"), ({ length }) => `\\u{20}×${length}`);
}

const UNITS = [
  { seconds: 86_400, name: "day" },
  { seconds: 3600, name: "hour" },
  { seconds: 60, name: "minute" },
] as const;

/** `24 hours`, `90 minutes`, `45 seconds`: the largest unit that needs no fraction, days from two on. */
function lifetimeText(seconds: number): string {
  const unit = UNITS.find(
    (each) => seconds % each.seconds === 0 && seconds >= (each.name === "day" ? 2 : 1) * each.seconds,
  );
  const count = seconds / (unit?.seconds ?? 1);
  return `${count} ${unit?.name ?? "second"}${count === 1 ? "" : "s"}`;
}

export interface OpenWorkspaceOptions extends OpenedIn {
  readonly workspaces: Workspaces;
  readonly glossary?: Glossary;
  /** Whether a tool of an environment is shown beside this one. */
  readonly shows: (tool: Tool) => boolean;
  /** Whether the server has the tool conclude. */
  readonly concludes: boolean;
}

/** Characters. Longer descriptions are cut to leave room for the work; tools show the rest. */
const MOST_DESCRIBED = 12_000;

const HAND_IN = "Hand the final answer in with conclude.";

/** The first tool of every task. Returns a handle, and descriptions of the environments. */
export function openWorkspaceTool(options: OpenWorkspaceOptions): McpTool {
  const { environments, workspaces } = options;
  const names = environments.map(({ id, kind }) => `${id} (${kind})`).join(", ");
  const definition: McpToolDefinition = {
    name: "open_workspace",
    description: `Begins the work on one question about ${names}: returns what there is to know and a workspace, whose handle the other tools take and renew. It is kept for ${lifetimeText(workspaces.lifetimeSeconds)} after its last use. With \`workspace\`: shows what that one holds now.`,
    inputSchema: {
      type: "object",
      properties: {
        question: { type: "string", description: "The user's question in full; ranks what is shown." },
        workspace: { type: "string" },
      },
    },
    outputSchema: {
      type: "object",
      properties: {
        text: { type: "string" },
        workspace: { type: "string" },
        expires: { type: "string" },
      },
      required: ["text", "workspace", "expires"],
    },
    annotations: LOOKING,
  };
  return {
    definition,
    async call(given: JsonObject, caller: Caller): Promise<ToolReply> {
      const { input, failure } = readInput(definition, given);
      if (failure !== undefined) return { type: "failure", failure };
      const { question = "", workspace } = input as Readonly<Record<string, string | undefined>>;
      if (workspace !== undefined) {
        const again = await workspaces.read(workspace, caller);
        if (again.failure !== undefined) return { type: "failure", failure: again.failure };
        return reply(again.held, held(again.held, environments));
      }
      const task = await taskOf(question.trim(), caller, options);
      const opened = await workspaces.open(task, caller);
      return reply(opened, await described(opened, caller, options));
    },
  };
}

function reply(now: Held, lines: readonly string[]): ToolReply {
  const text = lines.join("\n\n");
  const { handle, expires } = now;
  return {
    type: "result",
    text: `workspace: ${handle}\n\n${text}`,
    data: { text, workspace: handle, expires },
  };
}

async function taskOf(
  question: string,
  { principal }: Caller,
  { environments, glossary }: OpenWorkspaceOptions,
): Promise<Task | undefined> {
  if (question === "") return undefined;
  const before = glossary === undefined ? {} : await settledBefore(glossary, environments, principal);
  return { question, ...before };
}

async function described(
  { content }: Held,
  caller: Caller,
  options: OpenWorkspaceOptions,
): Promise<readonly string[]> {
  const { environments } = options;
  const { task } = content;
  const { context } = taskSession(content, caller, options);
  const room = Math.floor(Math.min(MOST_DESCRIBED, options.limits.characters) / environments.length);
  const parts = await Promise.all(
    environments.map(async (each) => {
      const head = environments.length > 1 ? [`# ${each.id} (${each.kind})`] : [];
      const about = await aboutEnvironment(each, task, room, context);
      return [...head, instructionsOf(each, options.shows), ...about]
        .filter((part) => part.trim() !== "")
        .join("\n");
    }),
  );
  const known = (task?.settled ?? []).map(
    ({ words, meaning, told = meaning }) => `"${words}" means: ${told}`,
  );
  const end = options.concludes ? [HAND_IN] : [];
  return [
    ...parts,
    ...end,
    ...(known.length === 0 ? [] : [`Said before by the person:\n${known.join("\n")}`]),
  ];
}

function instructionsOf(environment: Environment, shows: (tool: Tool) => boolean): string {
  const shown = new Set(environment.tools.filter(shows).map(({ name }) => name));
  return environment.instructionsFor?.((tool) => shown.has(tool)) ?? environment.instructions;
}

/** Describes the environment. If the description is cut, adds the parts that the question is about. */
async function aboutEnvironment(
  environment: Environment,
  task: Task | undefined,
  room: number,
  context: ActContext,
): Promise<readonly string[]> {
  const within = (characters: number): ActContext => ({
    ...context,
    limits: { ...context.limits, characters: Math.floor(characters) },
  });
  const schema = await environment.describe("schema", undefined, within(room));
  if (schema.truncation === undefined || task === undefined) return [schema.text];
  const [shorter, own] = await Promise.all([
    environment.describe("schema", undefined, within(room * 0.4)),
    environment.describe("task", task, within(room * 0.6)),
  ]);
  return [shorter.text, own.text];
}

function held({ content }: Held, environments: readonly Environment[]): readonly string[] {
  const question = content.task?.question;
  const parts = environments.map((each) => {
    const workspace = content.workspaces[each.id];
    const text = workspace === undefined ? "" : (each.workspaceText?.(workspace) ?? "");
    const shown = text === "" ? "Nothing yet." : text;
    return environments.length > 1 ? `# ${each.id}\n${shown}` : shown;
  });
  return [...(question === undefined ? [] : [`Question: ${question}`]), ...parts];
}
