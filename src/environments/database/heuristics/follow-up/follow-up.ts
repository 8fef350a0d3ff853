import type { NotUnderstood } from "../../../../environment/capabilities.ts";
import { COPULAS, FUNCTION_WORDS } from "../question/english.ts";
import { textOf } from "../question/question-word.ts";
import { referringSpan } from "../unclear/missing-reference.ts";
import { aboutIt } from "./about-it.ts";
import { byEach } from "./by-each.ts";
import { countThem } from "./count-them.ts";
import type { FollowUpQuestion, FollowUpRule, Standalone } from "./follow-up-question.ts";
import { onlyThose } from "./only-those.ts";
import { otherEnd } from "./other-end.ts";
import { otherValue } from "./other-value.ts";
import { goesOn } from "./without-lead.ts";

const RULES: readonly FollowUpRule[] = [countThem, onlyThose, byEach, otherEnd, otherValue, aboutIt];

/** True where the question cannot be read without the one before it. */
export function needsPrevious({ own }: FollowUpQuestion): boolean {
  return referringSpan(own, []) !== undefined || isFragment(own.question) || countsThem(own.question);
}

/** What the question may ask when the one before it is known, the likeliest first; none where no rule fits. */
export async function standaloneQuestions(asked: FollowUpQuestion): Promise<readonly Standalone[]> {
  if (!needsPrevious(asked) && !goesOn(asked.own.question)) return [];
  const found: Standalone[] = [];
  for (const rule of RULES) found.push(...(await rule(asked)));
  return found;
}

/** `tried`: the likeliest whole question, and why it was not understood. */
export function notFollowed(
  { own: { words, question }, previous }: FollowUpQuestion,
  tried?: string,
): NotUnderstood {
  const content = words.flatMap(({ kind, folded }, at) =>
    kind === "mark" || FUNCTION_WORDS.has(folded) || COPULAS.includes(folded)
      ? []
      : [textOf(question, words, at, at + 1)],
  );
  const all = words.flatMap(({ kind }, at) => (kind === "mark" ? [] : [textOf(question, words, at, at + 1)]));
  return {
    understood: false,
    reason:
      tried ??
      `The rules do not see how this follows up on "${previous.question.trim()}". Ask it as a whole question.`,
    words: content.length > 0 ? content : all,
  };
}

/** "And in Paris?", "only those from 2024": nothing in it asks. */
function isFragment(question: string): boolean {
  const asks =
    /\b(?:how|what|which|who|whom|whose|when|where|why|list|show|give|find|count|name|is|are|was|were|do|does|did|has|have|had)\b/iu;
  return goesOn(question) && !asks.test(question.replace(/\b(?:what|how) about\b/iu, ""));
}

function countsThem(question: string): boolean {
  return /\bhow many (?:is that|of (?:them|those|these))\b/iu.test(question);
}
