import type { FollowUpRule } from "./follow-up-question.ts";
import { withoutMark } from "./without-lead.ts";

const ONLY =
  /^(?:(?:and|but|now|ok|okay|so)\b[\s,]*)*(?:show\s+|list\s+|give\s+(?:me\s+)?)?(?:only|just)\s+(?:(?:for\s+)?(?:those|the ones|these|them)\s+)?/iu;
/** Says nothing, and stands in the way of what is added. */
const CLOSING = /\s+(?:are there|do we have|is there|exist|in total|altogether)$/iu;

/** "Only those from 2024": the question before with one more condition. */
export const onlyThose: FollowUpRule = ({ own, before }) => {
  const [lead] = ONLY.exec(own.question) ?? [];
  const condition = withoutMark(own.question.slice(lead?.length ?? 0));
  if (lead === undefined || condition === "") return [];
  const whole = withoutMark(before.question);
  const asked = whole.replace(CLOSING, "");
  return [`${asked} ${condition}?`, `${asked} and ${condition}?`, `${asked} that are ${condition}?`].map(
    (question) => ({ question }),
  );
};
