import type { z } from "zod";
import type { ActContext } from "../../../environment/act-context.ts";
import {
  type ToolOutcome as AnyToolOutcome,
  type RunnableTool,
  type ToolDefinition,
  toolFor,
} from "../../../environment/define-tool.ts";
import { changed, type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import { createGraphReader, type GraphReader } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import type { KnowledgeBaseState } from "../knowledge-base-state.ts";

export { observe } from "../../../environment/define-tool.ts";

/** Context of one call of a knowledge-base tool. */
export interface ToolCall {
  readonly state: KnowledgeBaseState;
  readonly services: KnowledgeBaseServices;
  readonly graph: GraphReader;
  readonly context: ActContext;
}

/** @throws errors of the store */
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

export type ToolOutcome = AnyToolOutcome<KnowledgeBaseState, Marked>;
export type KnowledgeBaseTool = RunnableTool<ToolCall, KnowledgeBaseState, Marked>;

const define = toolFor<KnowledgeBaseState, ToolCall, Marked>();

/** Defines a tool. Tools that write only add to the workspace: new variables get the next numbers, names and listings are added to known ones. */
export function defineTool<Input extends z.ZodObject>(
  definition: ToolDefinition<Input, ToolCall, KnowledgeBaseState, Marked>,
): KnowledgeBaseTool {
  const made = define(definition);
  return made.tool.workspace === "writes" ? { ...made, tool: { ...made.tool, adds: true } } : made;
}

/** A call to copy, as in `get_relations("#3")`; arguments are named if there are several. */
export function callText(tool: string, given: Readonly<Record<string, Marked>>): Marked {
  const entries = Object.entries(given).map(
    ([name, value]) => [schemaName(name), changed(value, JSON.stringify)] as const,
  );
  const [only] = entries;
  if (only && entries.length === 1) return say`${schemaName(tool)}(${only[1]})`;
  const listed = entries.map(([name, value]) => say`${name}=${value}`);
  return say`${schemaName(tool)}(${listed})`;
}
