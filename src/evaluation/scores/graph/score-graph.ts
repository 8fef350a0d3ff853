import type { Answer } from "../../../environment/answer.ts";
import type { Answered, BenchmarkSet } from "../../benchmark/benchmark.ts";
import type { BenchmarkTask } from "../../benchmark/benchmark-task.ts";
import type { Measure, Scores } from "../../benchmark/measure.ts";
import { answeredMembers } from "./answered-members.ts";
import type { GoldMember } from "./graph-member.ts";
import { graphScores } from "./graph-scores.ts";
import { matchMembers } from "./match-members.ts";

/** How a set with gold members is scored. */
export interface GraphScoring {
  /** Of the set: those of `graph-measures.ts` that it has. */
  readonly measures: readonly Measure[];
  goldOf(task: BenchmarkTask): readonly GoldMember[];
  /** Equal for ids of the same entity that are written in different ways; ids are compared as they are unless given. */
  readonly idKey?: (id: string) => string;
}

/** Scores the members of an answer. Without an answer everything is 0, whatever the gold. */
export function scoreGraph({ measures, goldOf, idKey }: GraphScoring): BenchmarkSet["score"] {
  const nothing: Scores = Object.fromEntries(measures.map(({ id }) => [id, 0]));
  return async ({ task, run: { outcome } }, context) => {
    if (outcome.type !== "answered") {
      return { scores: nothing, remark: `There is no answer: the run ended as ${outcome.type}.` };
    }
    const members = await answeredMembers(outcome.answer, context);
    const all = graphScores(matchMembers(members, goldOf(task), idKey));
    const scores = Object.fromEntries(measures.map(({ id }) => [id, all[id] ?? 0]));
    const predicted = programOf(outcome.evidence) ?? outcome.answer.text;
    if (members.length > 0) return { scores, predicted };
    return { scores, predicted, remark: emptyRemark(outcome.answer) };
  };
}

/** The program that the answer rests on: the last one, where it rests on several. */
function programOf(
  evidence: Extract<Answered["run"]["outcome"], { type: "answered" }>["evidence"],
): string | undefined {
  return evidence.findLast(({ program }) => program !== undefined)?.program;
}

function emptyRemark({ members, rows, value }: Answer): string {
  const isSet = members !== undefined || rows !== undefined || value !== undefined;
  return isSet ? "The answer is an empty set." : "The answer is words alone, without members to compare.";
}
