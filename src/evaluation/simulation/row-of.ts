import { estimateOf, RESAMPLES } from "../report/estimate-of.ts";
import { mean } from "../statistics/mean.ts";
import type { SimulatedRun } from "./simulate-run.ts";
import type { SimulationRow } from "./simulation-row.ts";

type CellNames = Pick<SimulationRow, "set" | "arm" | "fault" | "rate" | "measure"> & {
  readonly seed: number;
};

/** The runs of one cell as its row. */
export function rowOf({ seed, ...names }: CellNames, runs: readonly SimulatedRun[]): SimulationRow {
  const scores = runs.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const estimate = estimateOf(scores, { seed, resamples: RESAMPLES });
  const total = (of: (run: SimulatedRun) => number): number => runs.reduce((sum, run) => sum + of(run), 0);
  const average = (of: (run: SimulatedRun) => number): number => (runs.length === 0 ? 0 : mean(runs.map(of)));
  return {
    ...names,
    questions: runs.length,
    ...(estimate === undefined ? {} : { success: estimate.mean }),
    ...(estimate?.interval === undefined
      ? {}
      : { successLow: estimate.interval.low, successHigh: estimate.interval.high }),
    inputTokens: average(({ inputTokens }) => inputTokens),
    rounds: average(({ rounds }) => rounds),
    faults: total(({ faults }) => faults),
    repaired: total(({ repaired }) => repaired),
    suggestions: total(({ suggestions }) => suggestions),
    rightSuggestions: total(({ rightSuggestions }) => rightSuggestions),
    unscored: runs.length - scores.length,
  };
}
