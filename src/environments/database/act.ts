import type { Action } from "../../environment/action.ts";
import { boundedObservation, workspaceFull } from "../../environment/bounds.ts";
import type { ActResult } from "../../environment/environment.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES, type Workspace } from "../../environment/workspace.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { NARROW, stopIfCancelled, timeLeft } from "./act-limits.ts";
import { readState, writeState } from "./database-state.ts";
import { databaseTools } from "./database-tools.ts";
import { SqlEngineError } from "./driver/sql-engine-error.ts";
import { missingValues } from "./relations/relation.ts";
import { withRelations } from "./relations/services-with-relations.ts";
import type { ToolCall, ToolOutcome } from "./tools/database-tool.ts";

const SEE_MORE = "Ask for fewer columns or rows.";

/** Takes one action: finds the tool, reads its arguments, runs it, and keeps its result to the limits. */
export async function act(
  workspace: Workspace,
  action: Action,
  { environment, ...call }: Omit<ToolCall, "state"> & { readonly environment: string },
): Promise<ActResult> {
  stopIfCancelled(call.context.signal);
  const state = readState(workspace, environment);
  const found = databaseTools.find(({ tool }) => tool.name === action.tool);
  if (!found) return { failure: unknownTool(action.tool) };
  const read = readArguments(found.tool, action.arguments);
  if (read.failure) return { failure: read.failure };
  const bound = withRelations(call, state.relations, call.context);
  // A context of its own, by which all statements of the action know when it began.
  const context = { ...call.context };
  timeLeft(context);
  const outcome = await found
    .run(read.input, { ...bound, context, state })
    .catch((error: unknown) => missingValues(error) ?? engineFailure(error));
  if (outcome.failure) return { failure: outcome.failure };
  const observation = boundedObservation(outcome.observation, call.context.limits.characters, SEE_MORE);
  if (outcome.state === undefined || found.tool.workspace === "reads") return { workspace, observation };
  const next: Workspace = { ...workspace, version: workspace.version + 1, state: writeState(outcome.state) };
  return Buffer.byteLength(JSON.stringify(next)) > WORKSPACE_LIMIT_BYTES
    ? { failure: workspaceFull("draft") }
    : { workspace: next, observation };
}

function unknownTool(name: string): ToolFailure {
  const names = databaseTools.map(({ tool }) => tool.name);
  // What is of use only beside other environments is suggested where it is nearly written, and not listed.
  const alone = databaseTools.filter(({ tool }) => tool.onlyBesideOthers !== true);
  const listed = alone.map(({ tool }) => tool.name).join(", ");
  const near = nearestNames(name, names, { limit: 3 });
  return {
    code: "unknown-tool",
    message: `There is no tool "${name}". Tools: ${listed}.`,
    part: { text: name },
    suggestions: near.map((each) => ({ text: each.name, replaces: name })),
  };
}

/** A tool's own statement that the engine stops or refuses is the model's to know of; a lost engine is not. */
function engineFailure(error: unknown): ToolOutcome {
  if (!(error instanceof SqlEngineError)) throw error;
  const { kind, engineMessage, advice } = error.facts;
  return {
    failure:
      kind === "time-limit"
        ? {
            code: "time-limit",
            message: "It ran over its time limit and was stopped.",
            suggestions: [NARROW],
          }
        : {
            code: "engine-refused",
            message: `The engine refused it: ${engineMessage}${advice === undefined ? "" : `. ${advice}`}`,
            suggestions: [],
          },
  };
}
