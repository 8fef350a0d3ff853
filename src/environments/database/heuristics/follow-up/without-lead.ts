const LEAD =
  /^\s*(?:(?:and|but|or|so|ok|okay|then|now)\b[\s,]*)*(?:(?:what|how)\s+about\b|only\b|just\b)?[\s,]*/iu;
const BEGINS = /^\s*(?:and|but|or|so|then|what about|how about|only|just)\b/iu;

/** True for a question that begins as one that goes on with another. */
export function goesOn(question: string): boolean {
  return BEGINS.test(question);
}

/** What a follow-up says beyond "and", "what about", "only", without the mark at its end. */
export function withoutLead(question: string): string {
  return withoutMark(question.replace(LEAD, ""));
}

export function withoutMark(question: string): string {
  return question.replace(/[\s?.!]+$/u, "").trim();
}
