import type { ActContext } from "../../environment/act-context.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";

/**
 * The task with the entities of its question as the benchmark links them, each by its name and the identifier that the tools of the knowledge base take:
 * `Entities: [Kerosene (m.04b5j), …]`, as AgentBench and Middleware for LLMs give them beside the question. A name alone stands where no entity,
 * or more than one, has it as its label. The task as it is where it has none.
 *
 * @throws FuxiError what the knowledge base throws
 */
export async function withEntities(
  task: Task & Pick<BenchmarkTask, "entities">,
  environments: readonly Environment[],
  context: ActContext,
): Promise<Task> {
  const { entities = [], ...rest } = task;
  if (entities.length === 0) return rest;
  const graph = environments.find(({ capabilities }) => capabilities.graph !== undefined)?.capabilities.graph;
  const written = await Promise.all(
    entities.map(async ({ name, id }) => {
      const found = id === undefined ? await graph?.named(name, context) : [id];
      const [only, ...more] = found ?? [];
      return only === undefined || more.length > 0 ? name : `${name} (${only})`;
    }),
  );
  const given = `Entities: [${written.join(", ")}]`;
  const known = task.oracleKnowledge?.trim();
  return { ...rest, oracleKnowledge: known ? `${known}\n${given}` : given };
}
