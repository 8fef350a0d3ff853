import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

/** What could be seen of each target when something was kept, by its id; targets that are seen whole have no entry. */
export type KeptPolicies = Readonly<Record<string, string>>;

export function policiesOf(environments: readonly Environment[]): KeptPolicies {
  return Object.fromEntries(
    environments.flatMap(({ id, policyKey }) => (policyKey === undefined ? [] : [[id, policyKey]])),
  );
}

/**
 * What a run has seen is shown to the model again when it goes on, or when a question follows up on it.
 * @throws FuxiError `run-not-resumable` where other things could be seen then
 */
export function checkSamePolicies(
  run: string,
  kept: KeptPolicies = {},
  environments: readonly Environment[],
): void {
  const now = policiesOf(environments);
  const isSame = [...Object.keys(kept), ...Object.keys(now)].every((id) => kept[id] === now[id]);
  if (isSame) return;
  throw new FuxiError("run-not-resumable", `The run ${run} was made under other privacy rules.`, {
    hint: "Give the rules that it was made under, or ask anew.",
  });
}
