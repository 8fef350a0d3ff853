import type { Suggestion } from "../../../environment/tool-failure.ts";
import { clashOf } from "../access/can-meet.ts";
import { isMendable } from "../access/store-failure.ts";
import type { KnowledgeBaseState } from "../knowledge-base-state.ts";
import type { Program } from "../program/program.ts";
import { nodesOf } from "../program/program-parts.ts";
import { callText } from "./call-text.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";
import { type Subject, variableSubject } from "./subject.ts";

const MOST_TRIES = 6;
const MOST_SUGGESTIONS = 2;
/** Of the time that is left, for each try. */
const SHARE = 0.15;

/** Intersections that are not empty when one of the sides is taken back by some steps; none where finding out takes too long. */
export async function nearestOverlap(
  left: Subject,
  right: Subject,
  call: ToolCall,
): Promise<readonly Suggestion[]> {
  const { state, graph } = call;
  const pairs = [
    ...stepsBack(left, state).map((each) => [each, right] as const),
    ...stepsBack(right, state).map((each) => [left, each] as const),
  ];
  const found: Suggestion[] = [];
  for (const [a, b] of pairs.slice(0, MOST_TRIES)) {
    if (found.length >= MOST_SUGGESTIONS) break;
    try {
      const [typesA, typesB] = [a.variable, b.variable];
      if (typesA && typesB && (await clashOf(typesA, typesB, graph)) !== undefined) continue;
      const program: Program = { op: "intersection", left: a.program, right: b.program };
      const { size } = await graph.summarize(program, SHARE);
      const text = callText("intersection", { variable1: a.argument, variable2: b.argument });
      if (size > 0) found.push({ text, reason: `${size} in common` });
    } catch (error) {
      if (!isMendable(error)) throw error;
      break;
    }
  }
  return found;
}

/** The variables that a subject was made from, the nearest first. */
function stepsBack(subject: Subject, { variables }: KnowledgeBaseState): readonly Subject[] {
  const found = new Set<number>();
  let level = subject.variable === undefined ? [] : referred(subject.variable.program);
  while (level.length > 0) {
    for (const index of level) found.add(index);
    level = level.flatMap((index) => {
      const variable = variables[index];
      return variable === undefined ? [] : referred(variable.program).filter((each) => !found.has(each));
    });
  }
  return [...found].flatMap((index) => {
    const variable = variables[index];
    return variable === undefined ? [] : [variableSubject(index, variable)];
  });
}

/** Indexes of the variables that stand in a program. */
export function referred(program: Program): readonly number[] {
  return nodesOf(program).flatMap((node) => (node.op === "variable" ? [node.index] : []));
}
