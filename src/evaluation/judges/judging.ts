import { createHash } from "node:crypto";
import { REFERENCE_RUBRICS } from "./llm-reference-judge.ts";
import { metaReviewRubric, reviewRubric } from "./review.ts";
import { SUB_TASKS, type SubTask } from "./sub-task.ts";

/** What is judged and by whom, as it is kept with the verdicts. */
export interface Judging {
  /** Id of the evaluation or of the run. */
  readonly run: string;
  /** Names of items of the evaluation, or the id of the run alone. */
  readonly items: readonly string[];
  /** Names of models, one for each reviewer and meta-reviewer. */
  readonly reviewers: readonly string[];
  readonly metaReviewers: readonly string[];
  readonly temperature: number;
  /** Model that judges answers against references; absent where nobody does. */
  readonly reference?: string;
  readonly withDescription: boolean;
}

/** How a judging that was begun is found again: by the run and everything that may change a verdict, the rubrics' words too. */
export function judgingId(judging: Judging): string {
  const rubrics = [
    ...SUB_TASKS.flatMap((each) => [reviewRubric(each), metaReviewRubric(each)]),
    ...Object.values(REFERENCE_RUBRICS),
  ];
  const text = JSON.stringify([judging, rubrics]);
  return `${judging.run} ${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** Of the list of meta-reviews, which are begun when all reviews are there. */
export function judgingMetaId(judging: string): string {
  return `${judging} meta`;
}

/** All that can be asked at once, run by run: the reviews, and the verdicts by reference. */
export function firstItems({ items, reviewers, reference }: Judging): readonly string[] {
  return items.flatMap((item) => [
    ...(reference === undefined ? [] : [referenceItem(item)]),
    ...SUB_TASKS.flatMap((subTask) => reviewers.map((_, at) => reviewItem(item, subTask, at))),
  ]);
}

/** What takes all reviews of a sub-task. */
export function metaItems({ items, metaReviewers }: Judging): readonly string[] {
  return items.flatMap((item) =>
    SUB_TASKS.flatMap((subTask) => metaReviewers.map((_, at) => metaReviewItem(item, subTask, at))),
  );
}

export function referenceItem(run: string): string {
  return `${run}/reference`;
}

/** Names one review of a run: its lane in recordings, and its place in a list of work. */
export function reviewItem(run: string, subTask: SubTask, at: number): string {
  return `${run}/${subTask}/review/${at}`;
}

/** Names one meta-review of a run. */
export function metaReviewItem(run: string, subTask: SubTask, at: number): string {
  return `${run}/${subTask}/meta/${at}`;
}
