import { settledSentence } from "../../../environment/glossary.ts";
import type { Task } from "../../../environment/task.ts";
import { CLARIFICATION_KINDS, type ClarificationKind } from "../../../trajectory/clarification.ts";
import { clipped, clippedLines } from "../../../util/clipped-text.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { asData } from "../../prompts/data-marks.ts";
import type { Cycle, Switches, TeamState } from "./team-state.ts";

type Form = RoleRequest["form"];

/** What the requests of roles have in common: each stands for itself, and none ends the run. */
export const ROLE_REQUEST = { kind: "role", transcript: [], mustConclude: false } as const;

export const text = (description: string): JsonObject => ({ type: "string", description });

export const texts = (description: string): JsonObject => ({
  type: "array",
  items: { type: "string" },
  description,
});

/** An object of which the role fills in some members: the thought first, so that it is thought before it is decided. */
export function roleForm(
  name: string,
  { thoughts }: Switches,
  { members, example }: { readonly members: JsonObject; readonly example: JsonObject },
): Form {
  const thought = { thought: text("The situation, and why you decide so.") };
  const properties = thoughts ? { ...thought, ...members } : members;
  const { thought: _, ...plain } = example;
  return {
    name,
    schema: {
      type: "object",
      properties,
      required: thoughts ? ["thought"] : [],
      additionalProperties: false,
    },
    example: thoughts ? example : plain,
  };
}

/** True for what stands for "nothing" where a model fills in every member of a form. */
export function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false) return true;
  const { problem, question } = objectOf(value) ?? {};
  const said = problem ?? question ?? value;
  return typeof said === "string" && said.trim() === "";
}

export type Read<T> = { readonly said: T; readonly problem?: never } | { readonly problem: string };

/** The one of the members that the role decided for, or what to tell it. */
export function decidedFor<K extends string>(output: JsonObject, members: readonly K[]): Read<K> {
  const given = members.filter((member) => !isBlank(output[member]));
  const [said] = given;
  const list = members.map((member) => `"${member}"`).join(", ");
  if (said === undefined) return { problem: `The reply decides nothing: fill in one of ${list}.` };
  if (given.length === 1) return { said };
  const several = given.map((member) => `"${member}"`).join(" and ");
  return { problem: `The reply has ${several}: fill in only one of ${list}.` };
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

export function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(textOf).filter((each) => each !== "") : [];
}

export function objectOf(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The member of a form by which a role says that it cannot go on; none where nobody would hear it. */
export function difficultyMember({ switches }: Pick<TeamState, "switches">): JsonObject {
  if (!switches.supervisor) return {};
  const difficulty = {
    type: "object",
    properties: {
      problem: text("What is unclear or wrong."),
      words: texts(UNCLEAR_WORDS),
      kind: kindMember,
    },
    required: ["problem", "words", "kind"],
    additionalProperties: false,
  };
  return { difficulty };
}

export const UNCLEAR_WORDS = "As in the goal; none where nothing stands for what is missing.";

export const kindMember: JsonObject = {
  type: "string",
  enum: CLARIFICATION_KINDS,
  description:
    "missing: not said, only pointed at; problematic: nothing is called so; several-meanings; unsupported: no operation does it",
};

export const DIFFICULTY_RULES =
  "Only for what no operation can find out; never for an id, which a search by name finds. Make nothing up to go on.";

export function kindOf(value: Json | undefined): ClarificationKind {
  return CLARIFICATION_KINDS.find((kind) => kind === value) ?? "missing";
}

/** Results of steps before the last one are a reminder for those who work on a step, whose plan names what it needs. */
const EARLIER_RESULT = 400;
/** Whoever decides reads a list of some twenty things whole. */
const DECIDING_RESULT = 1600;
const LAST_RESULT = 4000;
const LONGEST_GIVEN = 200;

/** The steps so far, each with its operation and its result; earlier results are longer for the roles that decide what is next. */
export function stepsSoFar({ cycles, turn }: Pick<TeamState, "cycles" | "turn">): readonly string[] {
  if (cycles.length === 0) return [];
  const decides = turn.role === "planner" || turn.role === "supervisor";
  const earlier = decides ? DECIDING_RESULT : EARLIER_RESULT;
  const lines = cycles.map((cycle, index) => {
    const result =
      index === cycles.length - 1
        ? clippedLines(cycle.result, LAST_RESULT)
        : clippedLines(narrowed(cycle.result), earlier);
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
