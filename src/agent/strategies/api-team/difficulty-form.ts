import { CLARIFICATION_KINDS, type ClarificationKind } from "../../../trajectory/clarification.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { objectOf, type Read, text, textOf, texts, textsOf } from "./role-form.ts";
import type { Difficulty, TeamState, WorkingRole } from "./team-state.ts";

/** The member of a form by which a role says that it cannot go on; none where nobody would hear it. */
export function difficultyMember({ switches }: Pick<TeamState, "switches">): JsonObject {
  if (!switches.supervisor) return {};
  const difficulty = {
    type: "object",
    properties: {
      problem: text("What is unclear or wrong."),
      words: texts(
        'The unclear words exactly as in the goal, such as "it"; none where nothing stands for what is missing.',
      ),
      kind: kindMember,
    },
    required: ["problem", "words", "kind"],
    additionalProperties: false,
  };
  return { difficulty };
}

export const kindMember: JsonObject = {
  type: "string",
  enum: CLARIFICATION_KINDS,
  description:
    "missing: needed and not said, or only pointed or hinted at; problematic: nothing is called so; several-meanings: several things are; unsupported: no operation does it",
};

export const DIFFICULTY_RULES =
  "Say a difficulty only for what no operation can find out. Never ask for an id: ids are found by searching for a name. Never make something up to go on.";

export function readDifficulty(role: WorkingRole, value: Json | undefined): Read<Difficulty> {
  const { problem, words, kind } = objectOf(value) ?? {};
  if (textOf(problem) === "") return { problem: 'A difficulty says its "problem".' };
  return { said: { role, problem: textOf(problem), words: textsOf(words), kind: kindOf(kind) } };
}

export function kindOf(value: Json | undefined): ClarificationKind {
  return CLARIFICATION_KINDS.find((kind) => kind === value) ?? "missing";
}
