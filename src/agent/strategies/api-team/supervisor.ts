import type { Wish } from "../../../trajectory/clarification.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { asData } from "../../prompts/data-marks.ts";
import { kindMember, kindOf } from "./difficulty-form.ts";
import { isLastStep, stepsLeft } from "./planner.ts";
import { decidedFor, objectOf, type Read, roleForm, text, textOf, texts, textsOf } from "./role-form.ts";
import { SUPERVISOR_EXAMPLES, supervisorInstructions } from "./supervisor-instructions.ts";
import { TEAM_LIMITS } from "./team-limits.ts";
import type { Situation, TeamState } from "./team-state.ts";
import {
  earlierQuestion,
  extraInformation,
  guidanceFor,
  stepsSoFar,
  takenForGranted,
} from "./what-is-known.ts";

export type SupervisorSays =
  | { readonly type: "question"; readonly wish: Wish }
  | { readonly type: "refutation"; readonly guidance: string }
  | { readonly type: "objective"; readonly objective: string }
  | { readonly type: "answer"; readonly answer: string }
  | { readonly type: "unanswerable"; readonly reason: string };

type Decision = SupervisorSays["type"];

/** `Supervisor(Σp + Σap + Σr + Σu)` (Section 5.2.5): everything that was planned, chosen, found and said. */
export function supervisorRequest(state: TeamState, situation: Situation): Omit<RoleRequest, "problems"> {
  const decisions = decisionsIn(state, situation);
  return {
    kind: "role",
    transcript: [],
    mustConclude: !decisions.includes("objective"),
    instructions: supervisorInstructions(state.switches),
    described: true,
    input: [
      ...earlierQuestion(state.task),
      `The person's request: ${state.task.question.trim()}`,
      ...(state.objective === state.task.question.trim() ? [] : [`Objective so far: ${state.objective}`]),
      ...extraInformation(state),
      ...takenForGranted(state),
      ...stepsSoFar(state),
      ...guidanceFor(state, "You said in this cycle already"),
      wordsFor(situation, state),
      ...stepsLeft(state),
      `Decide one of: ${decisions.join(", ")}.`,
    ].join("\n\n"),
    form: roleForm(situation.type === "difficulty" ? "judgement" : "cycle", state.switches, {
      members: membersOf(decisions),
      example: SUPERVISOR_EXAMPLES[situation.type],
    }),
  };
}

/** A question at the end of a cycle is beyond the paper: where the results show that asking is needed, it saves the planner's detour. */
function decisionsIn(state: TeamState, { type }: Situation): readonly Decision[] {
  const { questions } = state.switches;
  const mayAsk: readonly Decision[] =
    questions && state.questions < TEAM_LIMITS.questions ? ["question"] : [];
  if (type === "difficulty") return [...mayAsk, "refutation", "objective", "unanswerable"];
  if (isLastStep(state)) return ["answer", "unanswerable"];
  return ["answer", "objective", ...mayAsk, "unanswerable"];
}

function wordsFor(situation: Situation, { work }: TeamState): string {
  if (situation.type === "end-of-cycle") {
    const { proposed } = situation;
    return proposed === undefined
      ? "End of a cycle."
      : `End of a cycle. The planner takes the goal to be reached and proposes the answer:\n${asData(proposed)}`;
  }
  const { role, problem, words, kind } = situation.difficulty;
  const at = role === "planner" || work === undefined ? "" : ` at the step "${work.step}"`;
  const about = words.length === 0 ? "" : `, about ${words.map((each) => `"${each}"`).join(", ")}`;
  return `The ${role} has a difficulty${at} (${kind}${about}):\n${asData(problem)}`;
}

function membersOf(decisions: readonly Decision[]): JsonObject {
  const question = {
    type: "object",
    properties: {
      question: text("One short question that a person can answer who knows names but no ids."),
      words: texts(
        'The unclear words exactly as in the request, such as "it"; none where nothing stands for what is missing.',
      ),
      kind: kindMember,
      options: texts("Answers to choose from, where the results show them."),
    },
    required: ["question", "words", "kind"],
    additionalProperties: false,
  };
  const all: Readonly<Record<Decision, JsonObject>> = {
    question,
    refutation: text("How to go on without asking, for the role that has the difficulty."),
    objective: text("The objective for the next cycle, with the names and ids known by now."),
    answer: text("The final answer to the request, from the results."),
    unanswerable: text("Why the request cannot be fulfilled with this API."),
  };
  return {
    ...Object.fromEntries(decisions.map((decision) => [decision, all[decision]])),
    assumptions: texts("What else is taken for granted in the person's place, one sentence each."),
  };
}

export function readSupervisor(
  output: JsonObject,
  state: TeamState,
  situation: Situation,
): Read<SupervisorSays> {
  const decision = decidedFor(output, decisionsIn(state, situation));
  if (decision.problem !== undefined) return decision;
  const said = textOf(output[decision.said]);
  switch (decision.said) {
    case "question":
      return readQuestion(objectOf(output["question"]) ?? { question: said }, situation);
    case "refutation":
      return { said: { type: "refutation", guidance: said } };
    case "objective":
      return { said: { type: "objective", objective: said } };
    case "answer":
      return { said: { type: "answer", answer: said } };
    case "unanswerable":
      return { said: { type: "unanswerable", reason: said } };
  }
}

function readQuestion(given: JsonObject, situation: Situation): Read<SupervisorSays> {
  const question = textOf(given["question"]);
  if (question === "") return { problem: 'A question has its text in "question".' };
  const difficulty = situation.type === "difficulty" ? situation.difficulty : undefined;
  const words = Array.isArray(given["words"]) ? textsOf(given["words"]) : (difficulty?.words ?? []);
  const kind = given["kind"] === undefined ? (difficulty?.kind ?? "missing") : kindOf(given["kind"]);
  const options = textsOf(given["options"]);
  const wish = { question, words, kind, ...(options.length === 0 ? {} : { options }) };
  return { said: { type: "question", wish } };
}
