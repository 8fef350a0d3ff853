import { Ajv } from "ajv";
import { expect } from "vitest";
import { DEFAULT_ACT_LIMITS } from "../../../src/environment/act-context.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { Glossary } from "../../../src/environment/glossary.ts";
import type { WorkspaceStore } from "../../../src/environment/workspace-store.ts";
import type { Caller } from "../../../src/mcp/caller.ts";
import { readElicitation } from "../../../src/mcp/elicitation/elicitation-form.ts";
import { clarifyTool } from "../../../src/mcp/tools/clarify-tool.ts";
import type { McpTool, Round, ToolReply } from "../../../src/mcp/tools/mcp-tool.ts";
import { storedWorkspaces } from "../../../src/mcp/workspaces/stored-workspaces.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { memoryWorkspaceStore } from "../../support/stores.ts";

export interface Told {
  readonly message: string;
  readonly share?: number;
}

/** A caller, with what they were told while they waited. */
export function callerOf(more: Partial<Caller> = {}): Caller & { readonly told: readonly Told[] } {
  const told: Told[] = [];
  return {
    principal: { id: "anna" },
    signal: new AbortController().signal,
    elicits: true,
    progress: (message, share) => told.push({ message, ...(share === undefined ? {} : { share }) }),
    told,
    ...more,
  };
}

type Question = Extract<ToolReply, { type: "question" }>;
type Result = Extract<ToolReply, { type: "result" }>;

export function questionOf(reply: ToolReply): Question {
  if (reply.type !== "question") expect.fail(`no question: ${JSON.stringify(reply)}`);
  return reply;
}

/** A result whose data is as the tool's schema says. */
export function resultOf(tool: McpTool, reply: ToolReply): Result {
  if (reply.type !== "result") expect.fail(`no result: ${JSON.stringify(reply)}`);
  const ajv = new Ajv({ strict: false });
  const fits = ajv.validate(tool.definition.outputSchema, JSON.parse(JSON.stringify(reply.data)));
  expect(fits, ajv.errorsText()).toBe(true);
  return reply;
}

/** The round in which a person answers a question through the form that they were shown; the state as it comes back from the client. */
export function answering({ question, state }: Question, content: JsonObject | "decline" | "cancel"): Round {
  const response = typeof content === "string" ? { action: content } : { action: "accept", content };
  return {
    answer: readElicitation(response, question.choices),
    state: JSON.parse(JSON.stringify(state)),
  };
}

export interface Server {
  readonly environments: readonly Environment[];
  readonly store?: WorkspaceStore;
  readonly glossary?: Glossary;
}

/** The tool `clarify` over workspaces in memory. */
export function clarifyOver({ environments, store = memoryWorkspaceStore(), glossary }: Server) {
  const bounds = { environments, artifacts: memoryArtifactStore(), limits: DEFAULT_ACT_LIMITS };
  const workspaces = storedWorkspaces({ ...bounds, store, lifetimeSeconds: 600 });
  const tool = clarifyTool({ ...bounds, workspaces, ...(glossary === undefined ? {} : { glossary }) });
  return {
    tool,
    workspaces,
    async open(question: string | undefined, caller: Caller): Promise<string> {
      const { handle } = await workspaces.open(question === undefined ? undefined : { question }, caller);
      return handle;
    },
    /** What the task holds now. */
    async content(handle: string, caller: Caller) {
      const { held } = await workspaces.read(handle, caller);
      return held?.content;
    },
  };
}
