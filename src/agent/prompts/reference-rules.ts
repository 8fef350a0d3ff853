import type { Environment } from "../../environment/environment.ts";
import { takesReference } from "../references/references-in.ts";
import { parametersOf } from "../text-actions/tool-signature.ts";
import type { ToolNames } from "../tool-names.ts";

/**
 * How results go from one environment to another, where any can. Said once with the form of each environment's references, not with every
 * result: a reference is made of names that the results show anyway, and one that names nothing is refused with what there is.
 */
export function referenceRules(environments: readonly Environment[], names: ToolNames): string | undefined {
  const anywhere = names.tools.filter(({ tool }) => tool.takesReferences === true);
  const takers = names.tools.filter(
    ({ tool }) =>
      tool.takesReferences === true || parametersOf(tool).some(({ schema }) => takesReference(schema)),
  );
  const givers = environments.filter(
    ({ id, capabilities }) =>
      capabilities.references !== undefined && takers.some(({ environment }) => environment !== id),
  );
  if (givers.length === 0) return undefined;
  const calls = takers.map(({ name }) => name).join(" or ");
  const forms = givers.flatMap(({ id, capabilities }) =>
    (capabilities.references?.examples ?? ["<name>"]).map((example) => `${id}:${example}`),
  );
  const formFor = (taking: string) => forms.find((form) => !form.startsWith(`${taking}:`));
  const within = anywhere
    .filter(({ environment }) => formFor(environment) !== undefined)
    .map(
      ({ name, environment }) =>
        ` Within the arguments of ${name} it is {"$ref": "${formFor(environment)}"}.`,
    )
    .join("");
  return `Results go from one environment to another by reference, never by writing the values out: call ${calls} with a reference of this form: ${forms.join(", ")}.${within}`;
}
