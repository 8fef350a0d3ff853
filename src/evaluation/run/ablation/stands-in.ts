import type { Environment } from "../../../environment/environment.ts";

/** The environment with other members; all that are not given stay its own, also those of a kind's own interface. Closing it closes nothing. */
export function standsIn(environment: Environment, given: Partial<Environment>): Environment {
  const own: Partial<Environment> = {
    openWorkspace: (task, context) => environment.openWorkspace(task, context),
    describe: (part, task, context) => environment.describe(part, task, context),
    act: (workspace, action, context) => environment.act(workspace, action, context),
    conclude: (workspace, claim, context) => environment.conclude(workspace, claim, context),
    close: async () => {},
  };
  const members = Object.entries({ ...own, ...given }).map(([name, value]) => [
    name,
    { value, enumerable: true },
  ]);
  // Getters of the environment stay live.
  return Object.create(environment, Object.fromEntries(members)) as Environment;
}
