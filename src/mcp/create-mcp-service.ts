import { takesReference } from "../agent/references.ts";
import { toolNames } from "../agent/tool-names.ts";
import { DEFAULT_ACT_LIMITS } from "../environment/act-context.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import { egressOf } from "../environment/egress/told-answer.ts";
import type { Environment } from "../environment/environment.ts";
import type { Tool } from "../environment/tool.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { JsonObject } from "../util/json.ts";
import type { McpServiceOptions } from "./mcp-service-options.ts";
import { serverInstructions } from "./server-instructions.ts";
import { askTool } from "./tools/ask-tool.ts";
import { clarifyTool } from "./tools/clarify-tool.ts";
import { concludeTool } from "./tools/conclude-tool.ts";
import { environmentTool } from "./tools/environment-tool.ts";
import type { McpTool } from "./tools/mcp-tool.ts";
import { openWorkspaceTool } from "./tools/open-workspace-tool.ts";
import { type Profile, showsIn } from "./tools/profile.ts";
import { keptWorkspaces } from "./workspaces/kept-workspaces.ts";

/** What a server offers, whatever carries it. */
export interface McpService {
  /** In a stable order: clients and providers cache them. */
  readonly tools: readonly McpTool[];
  /** For the client's model: what this server is about, in a few sentences. */
  readonly instructions: string;
  /** Where the results are that replies link to; absent where values are withheld, so that none is linked to and none is read. */
  readonly artifacts?: ArtifactStore;
}

/** 24 hours without use. */
export const DEFAULT_WORKSPACE_LIFETIME_SECONDS = 24 * 3600;

/**
 * The tools over some environments, as any MCP server can carry them: those of the environments, and `open_workspace`, `conclude`, `clarify` and
 * `ask` around them, as far as the profile shows them.
 *
 * @throws FuxiError `usage` without an environment
 */
export function createMcpService(options: McpServiceOptions): McpService {
  const { environments, artifacts, profile = "all", limits = DEFAULT_ACT_LIMITS, glossary, ask } = options;
  const [first] = environments;
  if (first === undefined) {
    throw new FuxiError("usage", "An MCP server needs at least one environment.", {
      hint: "Name a database, a knowledge base or an API.",
    });
  }
  const lifetimeSeconds = options.workspaceLifetimeSeconds ?? DEFAULT_WORKSPACE_LIFETIME_SECONDS;
  const bounds = { environments, artifacts, limits };
  const workspaces = keptWorkspaces({ ...bounds, store: options.workspaces, lifetimeSeconds });
  const common = { ...bounds, workspaces, ...(glossary === undefined ? {} : { glossary }) };
  const byId = new Map(environments.map((each) => [each.id, each]));
  const names = toolNames(environments, environments, FRAME_TOOLS);
  const shown = names.tools.filter(({ tool }) => showsIn(profile, tool));
  const refers = environments.length > 1 && shown.some(({ tool }) => takesReferences(tool));
  const tools = [
    openWorkspaceTool({
      ...common,
      shows: (tool) => showsIn(profile, tool),
      concludes: profile !== "navigate",
    }),
    ...shown.map((named) =>
      environmentTool(named, byId.get(named.environment) as Environment, { ...common, names }),
    ),
    ...frameTools(profile, common),
    ...(ask === undefined ? [] : [askTool(ask, environments)]),
  ];
  return {
    tools,
    instructions: serverInstructions(environments, { asks: ask !== undefined, refers }),
    ...(egressOf(environments) === undefined ? { artifacts } : {}),
  };
}

function takesReferences({ inputSchema, takesReferences: anywhere = false }: Tool): boolean {
  const properties = Object.values((inputSchema.properties ?? {}) as Readonly<Record<string, JsonObject>>);
  return anywhere || properties.some(takesReference);
}

/** Names that no tool of an environment may take. */
const FRAME_TOOLS = ["open_workspace", "conclude", "clarify", "ask"];

function frameTools(
  profile: Profile,
  common: Parameters<typeof concludeTool>[0] & Parameters<typeof clarifyTool>[0],
): readonly McpTool[] {
  switch (profile) {
    case "build":
      return [concludeTool(common)];
    case "navigate":
      return [clarifyTool(common)];
    case "minimal":
    case "all":
      return [concludeTool(common), clarifyTool(common)];
  }
}
