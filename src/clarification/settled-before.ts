import type { Environment } from "../environment/environment.ts";
import type { Glossary } from "../environment/glossary.ts";
import type { Principal } from "../environment/principal.ts";
import type { Task } from "../environment/task.ts";

/** What the glossary holds for the environments: given knowledge of every question. */
export async function settledBefore(
  glossary: Glossary,
  environments: readonly Environment[],
  principal: Principal,
): Promise<Pick<Task, "settled">> {
  const lists = await Promise.all(environments.map(({ id }) => glossary.list(id, principal)));
  const settled = lists.flat().map(({ at: _, ...entry }) => entry);
  return settled.length === 0 ? {} : { settled };
}
