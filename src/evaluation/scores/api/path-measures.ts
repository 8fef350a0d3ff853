import type { Measure, Scores } from "../../benchmark/measure.ts";
import { extraCalls, isCorrectPath } from "./path-score.ts";

export const CORRECT_PATH: Measure = {
  id: "correct-path",
  name: "Path",
  description:
    "Correct path: the gold's operations were called in its order, whatever was called between them (RestGPT, Song et al., 2023, Section 4.1).",
  unit: "share",
};

export const EXTRA_CALLS: Measure = {
  id: "extra-calls",
  name: "Extra calls",
  description:
    "Calls beyond those of the gold, where the path is correct. RestGPT (Song et al., 2023, Section 4.1) takes this difference over runs that people found successful.",
  unit: "count",
};

/** Both, for one run. */
export function pathScores(gold: readonly string[], called: readonly string[]): Scores {
  const right = isCorrectPath(gold, called);
  return {
    [CORRECT_PATH.id]: Number(right),
    ...(right ? { [EXTRA_CALLS.id]: extraCalls(gold, called) } : {}),
  };
}
