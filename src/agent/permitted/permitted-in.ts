import type { ActContext } from "../../environment/act-context.ts";
import type { Environment, PermittedHint } from "../../environment/environment.ts";
import type { Workspace } from "../../environment/workspace.ts";
import type { Permitted } from "../policy-request.ts";
import { parametersOf } from "../text-actions/tool-signature.ts";
import { toolsOf } from "../tool-names.ts";

export interface PermittedIn {
  readonly hint: PermittedHint;
  /** All of the run. */
  readonly environments: readonly Environment[];
  readonly context: ActContext;
}

/**
 * What can work in one environment now. An environment that has no rules of its own offers its tools as far as a slot can hold them: those
 * with at most one argument that has to be given.
 */
export async function permittedIn(
  environment: Environment,
  workspace: Workspace,
  { hint, environments, context }: PermittedIn,
): Promise<readonly Permitted[]> {
  const tools = toolsOf(environment, environments);
  if (environment.permittedActions === undefined) {
    return tools.flatMap((tool) => toolAsOption(environment.id, tool)).slice(0, hint.limit);
  }
  const permitted = await environment.permittedActions(workspace, hint, context);
  const shown = new Set(tools.map(({ name }) => name));
  return permitted.filter((one) => shown.has(one.type === "action" ? one.action.tool : one.tool));
}

function toolAsOption(environment: string, tool: Environment["tools"][number]): readonly Permitted[] {
  const [argument, ...more] = parametersOf(tool).filter(({ required }) => required);
  if (more.length > 0) return [];
  const { name } = tool;
  if (argument === undefined) {
    return [{ type: "action", action: { environment, tool: name, arguments: {} }, label: `${name}()` }];
  }
  return [
    {
      type: "slot",
      environment,
      tool: name,
      arguments: {},
      argument: argument.name,
      constraint: argument.schema,
      label: `${name}(…)`,
    },
  ];
}
