import type { Action } from "../../environment/action.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { boundedText, type JudgedText, MATERIAL_BOUNDS } from "./judged-text.ts";
import { knownWith } from "./known-with.ts";
import { planOf } from "./plan-of.ts";
import { type JudgedStep, stepsOf } from "./steps-of.ts";

/** What a judge may see of a run; which part it sees is a matter of the sub-task. Every text is bounded, and says what was cut. */
export interface JudgedMaterial {
  readonly question: string;
  /** What was given with the question or said by the person, one statement each. */
  readonly known: readonly string[];
  /** Of the data that were asked; absent where it is not at hand. */
  readonly description?: JudgedText;
  /** Absent where the agent wrote none. */
  readonly plan?: JudgedText;
  /** Queries, programs and calls, in order. */
  readonly steps: readonly JudgedStep[];
  /** What was left out of `steps`, in words. */
  readonly stepsCut?: string;
  /** Absent where the run ended without one, and where values may not be told to a model. */
  readonly answer?: JudgedText;
  /** Results are told without their values: the run was made under an egress level below `all`. */
  readonly withheld: boolean;
}

/** What the events do not say themselves. */
export interface JudgedMaterialOptions {
  /** Of the environments, whole: it is bounded here. */
  readonly description?: string;
  /** Whether an action builds or checks the answer, and does not merely look around; those that wrote, unless given. */
  readonly isFunctional?: (action: Action) => boolean;
}

/**
 * What is judged of a run, of whatever strategy and however it ended. A long-form answer brings its plan and its queries; of other runs the thoughts
 * are the plan, and what was handed in and built on the way are the queries.
 */
export function judgedMaterial(
  events: readonly RunEvent[],
  { description, isFunctional }: JudgedMaterialOptions = {},
): JudgedMaterial {
  const started = events.find((event) => event.type === "run-started");
  const outcome = events.findLast((event) => event.type === "run-finished")?.outcome;
  const withheld = started?.environments.some(({ egress }) => egress !== undefined) ?? false;
  const report = outcome?.type === "answered" ? outcome.report : undefined;
  const plan = planOf(events, report);
  const { steps, cut } = stepsOf(events, {
    withheld,
    ...(report === undefined ? {} : { report }),
    ...(isFunctional === undefined ? {} : { isFunctional }),
  });
  const answer = withheld ? undefined : answerOf(outcome);
  return {
    question: started?.task.question ?? "",
    known: knownWith(events, withheld),
    ...(description === undefined
      ? {}
      : { description: boundedText(description, MATERIAL_BOUNDS.description) }),
    ...(plan === "" ? {} : { plan: boundedText(plan, MATERIAL_BOUNDS.plan) }),
    steps,
    ...(cut === undefined ? {} : { stepsCut: cut }),
    ...(answer === undefined ? {} : { answer: boundedText(answer, MATERIAL_BOUNDS.answer) }),
    withheld,
  };
}

/** To say that there is no answer, or to ask back, is what the agent made of what it found. */
function answerOf(outcome: Extract<RunEvent, { type: "run-finished" }>["outcome"] | undefined) {
  switch (outcome?.type) {
    case "answered": {
      const { answer, assumptions } = outcome;
      if (assumptions.length === 0) return answer.text;
      return `${answer.text}\n\nTaken for granted: ${assumptions.join(" ")}`;
    }
    case "unanswerable":
      return `The question cannot be answered: ${outcome.reason}`;
    case "needs-clarification":
      return `Asked the person instead of answering: ${outcome.clarification.question}`;
    default:
      return undefined;
  }
}
