import type { FollowUpRule } from "./follow-up-question.ts";
import { withoutLead, withoutMark } from "./without-lead.ts";

const LISTING =
  /^(?:please\s+)?(?:which|what are(?: all)? the(?: names of(?: the)?)?|what|(?:(?:can you |could you )?(?:list|show|give|name|find)(?: me)?)(?: all)?(?: of)?(?: the)?(?: names of(?: the)?)?)\s+(?=\p{L})/iu;
const COUNTING =
  /^how many (?:is (?:that|it)|are (?:that|they|there|those|these)|of (?:them|those|these|the ones)|were there|do we have)(?:\s+(?:in total|altogether|all together))?(?:\s+|$)/iu;

/** "How many is that?", "how many of them have a bar?" after a question that listed things. */
export const countThem: FollowUpRule = ({ own, before }) => {
  const asked = withoutLead(own.question);
  const [counting] = COUNTING.exec(asked) ?? [];
  const listing = LISTING.exec(before.question)?.[0];
  if (counting === undefined || listing === undefined) return [];
  const counted = `How many ${withoutMark(before.question.slice(listing.length))}`;
  const more = asked.slice(counting.length).trim();
  if (more === "") return [{ question: `${counted}?` }];
  return [`${counted} and ${more}?`, `${counted} that ${more}?`, `${counted} ${more}?`].map((question) => ({
    question,
  }));
};
