import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A text with the operations that it needs, as `<api> GET /path`. */
export interface GoldText {
  readonly id: string;
  readonly api: string;
  readonly text: string;
  readonly gold: readonly string[];
}

/** One operation each, written from the documents alone. */
export function readSteps(): readonly GoldText[] {
  const file = join(import.meta.dirname, "steps.json");
  const steps = JSON.parse(readFileSync(file, "utf8")) as readonly Record<
    "id" | "api" | "step" | "gold",
    string
  >[];
  return steps.map(({ id, api, step, gold }) => ({ id, api, text: step, gold: [`${api} ${gold.trim()}`] }));
}

/** RestBench's questions; each needs several operations. */
export function readRestBench(data: string, api: string): readonly GoldText[] {
  const file = join(data, "restbench", `${api}.json`);
  const queries = JSON.parse(readFileSync(file, "utf8")) as readonly {
    readonly query: string;
    readonly solution: readonly string[];
  }[];
  return queries.map(({ query, solution }, at) => ({
    id: `${api}-${at}`,
    api,
    text: query,
    gold: [...new Set(solution.map((each) => `${api} ${each.trim()}`))],
  }));
}
