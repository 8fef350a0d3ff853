import { settledSentence } from "../../../environment/settled.ts";
import type { Task } from "../../../environment/task.ts";
import { asData } from "../../prompts/data-marks.ts";
import { clipped, clippedLines } from "./clipped.ts";
import type { Cycle, TeamState } from "./team-state.ts";

/** Results of steps before the last one are a reminder only. */
const EARLIER_RESULT = 400;
const LAST_RESULT = 4000;
const LONGEST_GIVEN = 200;

/** The steps so far, each with its operation and its result. */
export function stepsSoFar({ cycles }: Pick<TeamState, "cycles">): readonly string[] {
  if (cycles.length === 0) return [];
  const lines = cycles.map((cycle, index) => {
    const result =
      index === cycles.length - 1
        ? clippedLines(cycle.result, LAST_RESULT)
        : clippedLines(narrowed(cycle.result), EARLIER_RESULT);
    return `${index + 1}. ${headOf(cycle)}\n   → ${result}`;
  });
  return [`Steps so far, with what came of them:\n${asData(lines.join("\n"))}`];
}

/** Columns of a table need no more than two blanks between them, and no fewer. */
function narrowed(table: string): string {
  return table.replace(/[^\S\n]{2,}/gu, "  ");
}

function headOf({ step, operation, given }: Cycle): string {
  const plan = clipped(step.replace(/\s+/gu, " "), EARLIER_RESULT);
  if (operation === undefined) return `${plan} [nothing was called]`;
  const sent = given === undefined || given === "{}" ? "" : ` ${clipped(given, LONGEST_GIVEN)}`;
  return `${plan} [${operation}${sent}]`;
}

/** The goal that a step serves: unclear words have to be named as they stand in it, and what to read from a response depends on it. */
export function goalBehind({ objective }: Pick<TeamState, "objective">): readonly string[] {
  return [`It serves the goal: ${objective}`];
}

/** What came with the question, and what the person has said since. */
export function extraInformation({ task, extra }: Pick<TeamState, "task" | "extra">): readonly string[] {
  const known = task.oracleKnowledge?.trim();
  return [
    ...(known ? [`Given with the question, to be relied on: ${known}`] : []),
    ...(extra.length === 0
      ? []
      : [`Known from the person, to be relied on:\n${asData(extra.map((each) => `- ${each}`).join("\n"))}`]),
  ];
}

/** What was taken for granted in the person's place, for those who say what the answer rests on. */
export function takenForGranted({ assumptions }: Pick<TeamState, "assumptions">): readonly string[] {
  return assumptions.length === 0
    ? []
    : [`Taken for granted so far:\n${asData(assumptions.map((each) => `- ${each}`).join("\n"))}`];
}

export function saidBefore({ settled = [] }: Task): readonly string[] {
  return settled.map(settledSentence);
}

/** The question that this one follows up on. */
export function earlierQuestion({ previous }: Task): readonly string[] {
  if (previous === undefined) return [];
  return [
    `This follows up on an earlier question: ${previous.question}`,
    ...(previous.answer === undefined ? [] : [`Its answer:\n${asData(previous.answer)}`]),
    ...(previous.evidence === undefined ? [] : [`It rested on:\n${asData(previous.evidence)}`]),
  ];
}

/** What the supervisor or the gate has said in this cycle. */
export function guidanceFor(
  { guidance }: Pick<TeamState, "guidance">,
  who = "The supervisor says",
): readonly string[] {
  return guidance.length === 0 ? [] : [`${who}:\n${guidance.join("\n")}`];
}
