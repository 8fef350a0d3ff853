import { asData } from "../../agent/prompts/data-marks.ts";
import { boundedText, type JudgedText, MATERIAL_BOUNDS } from "./ask-verdict.ts";
import type { JudgedMaterial, JudgedStep } from "./judged-material.ts";
import type { Review } from "./review-verdict.ts";

import type { SubTask } from "./sub-task.ts";

/** Whether a run has anything of that sub-task to be judged. */
export function hasPart({ plan, steps, answer }: JudgedMaterial, subTask: SubTask): boolean {
  if (subTask === "planning") return plan !== undefined;
  return subTask === "tools" ? steps.length > 0 : answer !== undefined;
}

/** What is seen of a run for a sub-task: the question and the data always, and no more than what the paper's figure for it lists. */
export function reviewInput(material: JudgedMaterial, subTask: SubTask): string {
  const { question, known, description, plan, answer } = material;
  return [
    part("Question", boundedText(question, MATERIAL_BOUNDS.question)),
    ...(known.length === 0
      ? []
      : [part("What the agent was told besides", boundedText(known.join("\n"), MATERIAL_BOUNDS.known))]),
    description === undefined
      ? "What the database holds: no description is at hand."
      : part("What the database holds", description),
    plan === undefined ? "Plan: the agent wrote none." : part("Plan", plan),
    ...(subTask === "planning" ? [] : [stepsPart(material)]),
    ...(subTask === "synthesis" && answer !== undefined ? [part("Answer", answer)] : []),
  ].join("\n\n");
}

/** The same with the reviews that could be read. */
export function metaReviewInput(
  material: JudgedMaterial,
  subTask: SubTask,
  reviews: readonly Review[],
): string {
  const said = reviews.flatMap((review) => (review.type === "verdict" ? [review] : []));
  return [
    reviewInput(material, subTask),
    ...said.map(({ rationale, verdict }, at) => {
      const { text, cut } = boundedText(rationale, MATERIAL_BOUNDS.rationale);
      return part(`Review ${at + 1}`, {
        text: `Rationale: ${text}\nVerdict: ${verdict}`,
        ...(cut === undefined ? {} : { cut }),
      });
    }),
  ].join("\n\n");
}

function stepsPart({ steps, stepsCut }: JudgedMaterial): string {
  if (steps.length === 0) return "Queries: none was run.";
  const cut = stepsCut === undefined ? "" : ` (cut: ${stepsCut})`;
  return [`Queries and their results${cut}:`, ...steps.map(stepText)].join("\n\n");
}

function stepText({ name, purpose, asked, result }: JudgedStep): string {
  return [
    part(
      `Query ${name}`,
      purpose === undefined ? asked : { ...asked, text: `To find: ${purpose}\n${asked.text}` },
    ),
    part(`Result of ${name}`, result),
  ].join("\n");
}

function part(title: string, { text, cut }: JudgedText): string {
  return `${title}${cut === undefined ? "" : ` (cut: ${cut})`}:\n${asData(text)}`;
}
