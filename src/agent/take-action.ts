import type { ActContext } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import { boundedFailure, tooLarge } from "../environment/bounds.ts";
import type { Environment } from "../environment/environment.ts";
import type { Observation } from "../environment/observation.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { observeTool } from "../telemetry/observe-run.ts";
import { withPlainReferences } from "./references.ts";
import { resolveReferences } from "./resolve-references.ts";
import { resolveAction } from "./tool-names.ts";

export interface TakenIn {
  readonly environments: readonly Environment[];
  /** By environment; all of the task, since an action's references may name any. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
}

export type Taken = { readonly action: Action; readonly environment?: string } & (
  | {
      readonly observation: Observation;
      /** Set where the action wrote. */
      readonly workspace?: Workspace;
      readonly failure?: never;
    }
  | { readonly failure: ToolFailure; readonly observation?: never; readonly workspace?: never }
);

/**
 * Takes one action in the environment that it means: the tool is found by the name as written, references are resolved first. Nothing is
 * kept here.
 *
 * @throws FuxiError as `Environment.act` does
 */
export async function takeAction(given: Action, place: TakenIn, context: ActContext): Promise<Taken> {
  const resolved = resolveAction(place.environments, given);
  const { environment } = resolved;
  return await observeTool(
    {
      arguments: given.arguments,
      ...(environment === undefined
        ? {}
        : {
            tool: {
              name: resolved.tool.name,
              environment: environment.id,
              kind: environment.kind,
              withholds: environment.egress !== undefined,
            },
          }),
    },
    ({ failure, observation }: Taken) => ({
      failure: failure?.code,
      text: failure?.message ?? observation?.text ?? "",
    }),
    () => takeResolved(given, resolved, place, context),
  );
}

async function takeResolved(
  given: Action,
  resolved: ReturnType<typeof resolveAction>,
  { environments, workspaces }: TakenIn,
  context: ActContext,
): Promise<Taken> {
  if (resolved.failure !== undefined) return { action: given, failure: boundedFailure(resolved.failure) };
  const { environment, tool } = resolved;
  const large = tooLarge(tool.name, given.arguments);
  if (large !== undefined) return { action: resolved.action, environment: environment.id, failure: large };
  const action = withPlainReferences(resolved.action, tool);
  const taken = { action, environment: environment.id };
  const before = workspaces.get(environment.id);
  if (before === undefined) {
    throw new FuxiError("internal", `The environment "${environment.id}" has no workspace in this run.`);
  }
  const { references, failure } = await resolveReferences(
    action,
    tool,
    { environments, workspaces },
    context,
  );
  if (failure !== undefined) return { ...taken, failure: boundedFailure(failure) };
  const result = await environment.act(
    before,
    action,
    references === undefined ? context : { ...context, references },
  );
  if (result.failure !== undefined) return { ...taken, failure: boundedFailure(result.failure) };
  const { observation, workspace } = result;
  return { ...taken, observation, ...(workspace.version === before.version ? {} : { workspace }) };
}
