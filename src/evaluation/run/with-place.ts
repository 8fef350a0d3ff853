import type { ScoreContext } from "../benchmark/benchmark.ts";

/** Does something with the environments of a task's place, which are open meanwhile. @throws whatever opening them throws */
export type WithPlace = <Result>(use: (context: ScoreContext) => Promise<Result>) => Promise<Result>;
