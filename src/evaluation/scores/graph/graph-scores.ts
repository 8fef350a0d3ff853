import type { Scores } from "../../benchmark/measure.ts";
import { EM, F1, GRAPH_VA, HITS_AT_1 } from "./graph-measures.ts";
import type { MembersMatch } from "./match-members.ts";

/** All measures of an answer of that match. */
export function graphScores({ shared, predicted, gold, first }: MembersMatch): Scores {
  return {
    [F1.id]: shared === 0 ? 0 : (2 * shared) / (predicted + gold),
    [HITS_AT_1.id]: Number(first),
    [EM.id]: Number(shared === gold && shared === predicted),
    [GRAPH_VA.id]: Number(predicted > 0),
  };
}
