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
  const thought = { thought: text("Why you decide so.") };
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
export function difficultyMember(
  { switches }: Pick<TeamState, "switches">,
  more: JsonObject = {},
): JsonObject {
  if (!switches.supervisor) return {};
  const difficulty = {
    type: "object",
    properties: {
      problem: text("What is unclear or wrong."),
      words: texts(UNCLEAR_WORDS),
      kind: kindMember,
      ...more,
    },
    required: ["problem", "words", "kind"],
    additionalProperties: false,
  };
  return { difficulty };
}

export const UNCLEAR_WORDS = "As in the goal; none where nothing stands for it.";

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

/** Results are a reminder for those who work on a step, whose plan names what it needs. */
const EARLIER_RESULT = 400;
const LAST_RESULT = 4000;
const LAST_FOR_WORK = 1000;
/** Whoever decides reads a list of some twenty things whole; of a table the lines that name something from a later step, and others in this room. */
const DECIDING_RESULT = 1600;
const OTHER_ROWS = 400;
const LONGEST_GIVEN = 200;

/**
 * The steps so far, each with its operation and its result. Whoever decides what is next reads the last one whole, and of earlier ones the beginning
 * and what a later step is about.
 */
export function stepsSoFar({ cycles, turn }: Pick<TeamState, "cycles" | "turn">): readonly string[] {
  if (cycles.length === 0) return [];
  const decides = turn.role === "planner" || turn.role === "supervisor";
  const lines = cycles.map((cycle, index) => {
    const later = cycles.slice(index + 1);
    const result =
      later.length === 0
        ? clippedLines(cycle.result, decides ? LAST_RESULT : LAST_FOR_WORK)
        : decides
          ? reminder(narrowed(cycle.result), later)
          : clippedLines(narrowed(cycle.result), EARLIER_RESULT);
    return `${index + 1}. ${headOf(cycle)}\n   → ${result}`;
  });
  return [`Steps so far, with what came of them:\n${asData(lines.join("\n"))}`];
}

/** The beginning, the end, and the lines with a number or a name that a later step or its result has, too. */
function reminder(result: string, later: readonly Cycle[]): string {
  const [first = "", ...lines] = result.split("\n");
  const head = clipped(first, DECIDING_RESULT);
  if (result.length <= OTHER_ROWS) return result;
  const named = new Set(later.flatMap((each) => telling(`${headOf(each)} ${each.result}`)));
  let room = OTHER_ROWS;
  const kept = lines.map((line, at) => {
    const isNamed = at === lines.length - 1 || telling(line).some((word) => named.has(word));
    if (isNamed && line.length < EARLIER_RESULT) return line;
    room -= line.length + 1;
    return room < 0 ? "…" : line;
  });
  return [head, ...kept.filter((line, at) => line !== "…" || kept[at - 1] !== "…")].join("\n");
}

/** Numbers of ids, and words with a capital. */
const telling = (text: string): readonly string[] => text.match(/\d{3,}|\p{Lu}\p{L}{3,}/gu) ?? [];

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
