import type { z } from "zod";
import type { ActContext } from "../../../environment/act-context.ts";
import {
  type ToolOutcome as AnyToolOutcome,
  type RunnableTool,
  type ToolDefinition,
  toolFor,
} from "../../../environment/define-tool.ts";
import type { JsonObject } from "../../../util/json.ts";
import { createGraphReader, type GraphReader } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import type { KnowledgeBaseState } from "../knowledge-base-state.ts";

export { observe } from "../../../environment/define-tool.ts";

/** What a tool of the knowledge base works with. */
export interface ToolCall {
  readonly state: KnowledgeBaseState;
  readonly services: KnowledgeBaseServices;
  readonly graph: GraphReader;
  readonly context: ActContext;
}

/** @throws what the store throws */
export async function openCall(
  state: KnowledgeBaseState,
  services: KnowledgeBaseServices,
  context: ActContext,
): Promise<ToolCall> {
  const programs = state.variables.map(({ program }) => program);
  const graph = createGraphReader(services, context, programs);
  await services.cache.refresh(() => services.store.dataVersion(graph.bounds()));
  return { state, services, graph, context };
}

export type ToolOutcome = AnyToolOutcome<KnowledgeBaseState>;
export type KnowledgeBaseTool = RunnableTool<ToolCall, KnowledgeBaseState>;

const define = toolFor<KnowledgeBaseState, ToolCall>();

/** All that writes adds: variables are numbered after those that are there, names and listings are remembered beside others. */
export function defineTool<Input extends z.ZodObject>(
  definition: ToolDefinition<Input, ToolCall, KnowledgeBaseState>,
): KnowledgeBaseTool {
  const made = define(definition);
  return made.tool.workspace === "writes" ? { ...made, tool: { ...made.tool, adds: true } } : made;
}

/** A call ready to be taken over: `get_relations("#3")`, with names where there are several arguments. */
export function callText(tool: string, given: JsonObject): string {
  const entries = Object.entries(given);
  const [only] = entries;
  if (only && entries.length === 1) return `${tool}(${JSON.stringify(only[1])})`;
  return `${tool}(${entries.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(", ")})`;
}
