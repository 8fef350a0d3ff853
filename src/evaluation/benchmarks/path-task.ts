import type { BenchmarkTask } from "../benchmark/benchmark-task.ts";
import type { GoldMember } from "../scores/graph/graph-member.ts";
import type { GoldPath } from "./path-program.ts";

/** A question with answers that are texts of the knowledge base: labels of entities, or values. */
export interface PathQuestion extends GoldPath {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
}

export function pathTask(
  { id, question, entity, relations, answers }: PathQuestion,
  {
    place,
    hops,
    program,
  }: { readonly place: string; readonly hops: number; readonly program: string | undefined },
): BenchmarkTask {
  return {
    id: id.replaceAll("/", "_"),
    place,
    question,
    entities: [{ name: entity }],
    groups: { hops: String(hops) },
    gold: { answers },
    ...(program === undefined ? {} : { oracle: { program } }),
    intended: {
      names: [entity, ...relations.map((relation) => relation.replace(/^\^/u, ""))],
      areWhole: true,
    },
  };
}

/** The gold of a task that `pathTask` made. */
export function textGold({ gold }: BenchmarkTask): readonly GoldMember[] {
  return (gold.answers as readonly string[]).map((text) => ({ text }));
}
