import type { FollowUpRule } from "./follow-up-question.ts";
import { withoutLead, withoutMark } from "./without-lead.ts";

const EACH =
  /^(?:by|per|for each|for every|broken down by|grouped by|split by|of each|in each)\s+(?=\p{L})/iu;
const CLOSING = /\s+(?:are there|do we have|is there|exist|in total|altogether)$/iu;

/** "And by cinema?", "per plan": the question before for each of these. */
export const byEach: FollowUpRule = ({ own, before }) => {
  const asked = withoutLead(own.question);
  const [lead] = EACH.exec(asked) ?? [];
  if (lead === undefined) return [];
  const group = asked.slice(lead.length);
  const counted = withoutMark(before.question).replace(CLOSING, "");
  return [
    `${counted} for each ${group}?`,
    `For each ${group}, ${lowered(counted)}?`,
    `${counted} by ${group}?`,
  ].map((question) => ({ question }));
};

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
