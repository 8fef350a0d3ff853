import { asData } from "../../prompts/data-marks.ts";
import { taskPrompt } from "../../prompts/task-prompt.ts";
import { LONG_FORM_LIMITS } from "./long-form-limits.ts";
import type { LongFormState } from "./long-form-state.ts";

/** The question with everything that came with it, and what has been said since. */
export function whatIsAsked({ task, guidance }: Pick<LongFormState, "task" | "guidance">): readonly string[] {
  return [
    taskPrompt({ task, descriptions: [] }),
    ...(guidance.length === 0 ? [] : [`About your questions to the person:\n${guidance.join("\n")}`]),
  ];
}

/** What the planner has looked at. */
export function whatWasSeen({ looks }: Pick<LongFormState, "looks">): readonly string[] {
  if (looks.length === 0) return [];
  const lines = looks.map(({ call, result = "" }) => `${call}\n${result}`);
  return [`Looked at so far:\n${asData(lines.join("\n\n"))}`];
}

export function planned({ plan }: Pick<LongFormState, "plan">): readonly string[] {
  if (plan.length === 0) return [];
  return [`Plan:\n${plan.map((step, at) => `${at + 1}. ${step.replace(/\s+/gu, " ")}`).join("\n")}`];
}

export function mayAsk({ switches, questions }: Pick<LongFormState, "switches" | "questions">): boolean {
  return switches.questions && questions < LONG_FORM_LIMITS.questions;
}

export function takenForGranted({ assumptions }: Pick<LongFormState, "assumptions">): readonly string[] {
  return assumptions.length === 0 ? [] : [`Taken for granted so far:\n${assumptions.join("\n")}`];
}
