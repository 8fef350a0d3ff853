import type { ActContext } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import { type FoundReading, LIKENESSES } from "../environment/readings.ts";
import type { Task } from "../environment/task.ts";
import type { Reading } from "../trajectory/clarification.ts";

export type Placed = Reading & Pick<FoundReading, "likeness" | "score" | "kind">;

/** What one span of words may mean, over all environments: the likeliest first, each once. */
export async function spanReadings(
  words: string,
  task: Task,
  environments: readonly Environment[],
  limit: number,
  context: ActContext,
): Promise<readonly Placed[]> {
  const found = await Promise.all(
    environments.map(async ({ id, capabilities }): Promise<readonly Placed[]> => {
      const readings = (await capabilities.readings?.find(words, task, limit, context)) ?? [];
      return readings.map((reading) => ({ ...reading, environment: id }));
    }),
  );
  const once = new Map<string, Placed>();
  for (const reading of found.flat()) {
    const key = JSON.stringify([reading.environment, reading.text]);
    if (!once.has(key)) once.set(key, reading);
  }
  const rank = ({ likeness }: Placed): number => LIKENESSES.indexOf(likeness);
  return [...once.values()].toSorted((one, other) => rank(one) - rank(other) || other.score - one.score);
}
