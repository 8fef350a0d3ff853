import { EXTREMES, SCALES } from "../question/english.ts";
import type { FollowUpRule } from "./follow-up-question.ts";

/** "And the smallest?": the superlative of the question before is another one of the same scale. */
export const otherEnd: FollowUpRule = ({ own, before }) => {
  const [word, more] = own.words.filter(
    ({ kind, folded }) => kind !== "mark" && !/^(?:and|but|or|what|how|about|the|one)$/u.test(folded),
  );
  if (word === undefined || more !== undefined) return [];
  const [old, another] = before.words.filter(
    ({ folded }) => folded !== word.folded && sameScale(folded, word.folded),
  );
  if (old === undefined || another !== undefined) return [];
  return [{ question: before.question.slice(0, old.start) + word.folded + before.question.slice(old.end) }];
};

function sameScale(one: string, other: string): boolean {
  const scaled = SCALES.some(({ more, less }) => {
    const words = [...more, ...less];
    return words.includes(one) && words.includes(other) && one.endsWith("est") && other.endsWith("est");
  });
  return scaled || (EXTREMES.has(one) && EXTREMES.has(other));
}
