import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import { boundedObservation, workspaceFull } from "../../environment/bounds.ts";
import type { ActResult } from "../../environment/environment.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES, type Workspace } from "../../environment/workspace.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { createGraphReader, storeFailure } from "./access/graph-reader.ts";

import type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
import { type KnowledgeBaseState, readState, writeState } from "./knowledge-base-state.ts";
import { knowledgeBaseTools } from "./knowledge-base-tools.ts";
import type { ToolCall } from "./tools/knowledge-base-tool.ts";

const SEE_MORE = "Ask for fewer members, or narrow the variable.";

/** A workspace as it was handed in, with what reads the store for it. */
export interface Opened extends ToolCall {
  readonly state: KnowledgeBaseState;
}

/** @throws FuxiError `cancelled`, `workspace-invalid`, and what the store throws */
export async function openState(
  workspace: Workspace,
  services: KnowledgeBaseServices,
  context: ActContext,
): Promise<Opened> {
  if (context.signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
  const state = readState(workspace, services.environment);
  const programs = state.variables.map(({ program }) => program);
  const graph = createGraphReader(services, context, programs);
  await services.cache.refresh(() => services.store.dataVersion(graph.bounds()));
  return { state, services, graph, context };
}

/** Takes one action: finds the tool, reads its arguments, runs it, and keeps its result to the limits. */
export async function act(
  workspace: Workspace,
  action: Action,
  services: KnowledgeBaseServices,
  context: ActContext,
): Promise<ActResult> {
  try {
    const call = await openState(workspace, services, context);
    const found = knowledgeBaseTools.find(({ tool }) => tool.name === action.tool);
    if (!found) return { failure: unknownTool(action.tool) };
    const read = readArguments(found.tool, action.arguments);
    if (read.failure) return { failure: read.failure };
    const outcome = await found.run(read.input, call);
    if (outcome.failure) return { failure: outcome.failure };
    const observation = boundedObservation(outcome.observation, context.limits.characters, SEE_MORE);
    if (outcome.state === undefined || found.tool.workspace === "reads") return { workspace, observation };
    const next = { ...workspace, version: workspace.version + 1, state: writeState(outcome.state) };
    return Buffer.byteLength(JSON.stringify(next)) > WORKSPACE_LIMIT_BYTES
      ? { failure: workspaceFull("workspace") }
      : { workspace: next, observation };
  } catch (error) {
    return artifactFailure(error) ?? storeFailure(error);
  }
}

/** What is too large for the artifact store is the model's to narrow. */
export function artifactFailure(error: unknown): { readonly failure: ToolFailure } | undefined {
  if (!FuxiError.isInstance(error) || error.code !== "artifact-too-large") return undefined;
  const suggestions = [{ text: "narrow it", reason: "fewer members first" }];
  return { failure: { code: "too-large", message: "This is more than can be kept.", suggestions } };
}

function unknownTool(name: string): ToolFailure {
  const names = knowledgeBaseTools.map(({ tool }) => tool.name);
  // What is of use only beside other environments is suggested where it is nearly written, and not listed.
  const alone = knowledgeBaseTools.filter(({ tool }) => tool.onlyBesideOthers !== true);
  const listed = alone.map(({ tool }) => tool.name).join(", ");
  return {
    code: "unknown-tool",
    message: `There is no tool "${name}". Tools: ${listed}.`,
    part: { text: name },
    suggestions: nearestNames(name, names, { limit: 3 }).map((near) => ({ text: near.name, replaces: name })),
  };
}
