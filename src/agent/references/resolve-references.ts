import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import type { ReferencedValues } from "../../environment/referenced-values.ts";
import { splitReference } from "../../environment/references.ts";
import type { Tool } from "../../environment/tool.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { levelOf, mayHandOver } from "./may-hand-over.ts";
import type { ReferenceSources } from "./reference-sources.ts";
import { referencesIn } from "./references-in.ts";
import { unknownReference } from "./unknown-reference.ts";

export type ResolvedReferences =
  | { readonly references?: ReadonlyMap<string, ReferencedValues>; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly references?: never };

/**
 * Has the environments that an action's references name put their values where the acting environment can read them. Nothing of them comes near
 * a prompt or a trajectory.
 */
export async function resolveReferences(
  action: Action,
  tool: Tool,
  sources: ReferenceSources,
  context: ActContext,
): Promise<ResolvedReferences> {
  const written = referencesIn(action, tool);
  if (written.length === 0) return {};
  const references = new Map<string, ReferencedValues>();
  for (const reference of written) {
    const parts = splitReference(reference);
    const source = sources.environments.find(
      ({ id }) => id === parts?.environment && id !== action.environment,
    );
    const acting = sources.environments.find(({ id }) => id === action.environment);
    if (source !== undefined && acting !== undefined && !mayHandOver(source, acting))
      return { failure: withheldThere(reference, source, acting) };
    const capability = source?.capabilities.references;
    const workspace = sources.workspaces.get(source?.id ?? "");
    const read =
      capability === undefined || workspace === undefined
        ? undefined
        : await capability.read(workspace, parts?.name ?? "", context);
    if (read?.values !== undefined) references.set(reference, { ...read.values, reference });
    else if (read === undefined || read.failure.code === "unknown-reference") {
      return { failure: await unknownReference(reference, action.environment, sources, context) };
    } else return { failure: { ...read.failure, part: { text: reference, ...read.failure.part } } };
  }
  return { references };
}

function withheldThere(reference: string, source: Environment, acting: Environment): ToolFailure {
  return {
    code: "not-permitted",
    message: `Values of ${source.id} are withheld (egress ${levelOf(source)}), and ${acting.id} would show them (egress ${levelOf(acting)}): they cannot be handed over.`,
    part: { text: reference },
    suggestions: [],
  };
}
