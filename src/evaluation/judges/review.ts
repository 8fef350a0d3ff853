import type { LanguageModel } from "../../model/language-model.ts";
import { askVerdict, type JudgeOptions, modelName } from "./ask-verdict.ts";

import type { JudgedMaterial } from "./judged-material.ts";
import { metaReviewInput, reviewInput } from "./review-input.ts";
import {
  META_REVIEW_EXAMPLE,
  metaReviewRubric,
  REVIEW_EXAMPLE,
  reviewForm,
  reviewRubric,
} from "./review-rubrics.ts";
import type { Review } from "./review-verdict.ts";
import type { SubTask } from "./sub-task.ts";

/**
 * One review of a sub-task.
 * @throws FuxiError `model-unavailable`, `model-refused`, `replay-miss`, `cancelled`
 */
export async function review(
  material: JudgedMaterial,
  subTask: SubTask,
  model: LanguageModel,
  options: JudgeOptions,
): Promise<Review> {
  return await said(model, reviewRubric(subTask), reviewInput(material, subTask), REVIEW_EXAMPLE, options);
}

/**
 * One meta-review: the decision of somebody who has read all reviews.
 * @throws FuxiError as `review`
 */
export async function metaReview(
  material: JudgedMaterial,
  subTask: SubTask,
  reviews: readonly Review[],
  model: LanguageModel,
  options: JudgeOptions,
): Promise<Review> {
  return await said(
    model,
    metaReviewRubric(subTask),
    metaReviewInput(material, subTask, reviews),
    META_REVIEW_EXAMPLE,
    options,
  );
}

async function said(
  model: LanguageModel,
  instructions: string,
  input: string,
  example: typeof REVIEW_EXAMPLE | typeof META_REVIEW_EXAMPLE,
  options: JudgeOptions,
): Promise<Review> {
  const asked = { name: "review", form: reviewForm, example, instructions, input };
  const { said: verdict, problem, usage } = await askVerdict(model, asked, options);
  const of = { model: modelName(model), usage };
  return verdict === undefined
    ? { ...of, type: "malformed", problem }
    : { ...of, type: "verdict", ...verdict };
}
